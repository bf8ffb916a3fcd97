//! Price files of all formats, and what is said about broken ones.

use cclake_pricing::{Long, PriceRow, PriceTable, Pricer, Rates};

const HEADER: &str =
    "model_pattern,provider,effective_from,effective_to,input_usd_per_mtok,output_usd_per_mtok,long_context_threshold_tokens,long_input_usd_per_mtok";

fn row(table: &PriceTable, model: &str) -> Option<PriceRow> {
    Pricer::new(table).rows(model).first().map(|row| (*row).clone())
}

#[test]
fn errors_name_the_file_and_the_row() {
    for (row, reason) in [
        ("claude,,,,1,1,,", "line 4: the pattern \"claude\" must begin with ^ and end with $"),
        ("^a$,,,,1,1,", "line 4: 7 cells, but the header has 8"),
        ("^a$,,,,1.0000001,1,,", "line 4: input_usd_per_mtok: 1.0000001 has more than 6 decimal places, or is too large"),
        ("^a$,,,,1e9,1,,", "line 4: input_usd_per_mtok: 1e9 has more than 6 decimal places, or is too large"),
        ("^a$,,,,-1,1,,", "line 4: input_usd_per_mtok: \"-1\" is no number that is at least 0"),
        ("^a$,,,,1,free,,", "line 4: output_usd_per_mtok: \"free\" is no number that is at least 0"),
        ("^a$,,2026-13-01,,1,1,,", "line 4: effective_from: \"2026-13-01\" is no date (YYYY-MM-DD)"),
        ("^a$,,2026-02-01,2026-02-01,1,1,,", "line 4: effective_to is not after effective_from"),
        ("^a$,,,,1,1,200000,", "line 4: a price of long prompts needs both a threshold and prices"),
        ("^a$,,,,1,1,,2", "line 4: a price of long prompts needs both a threshold and prices"),
        ("^first$,,2026-02-01,,1,1,,", "line 4: ^first$ has a price on the same days in line 3"),
        ("\"^a$,,,,1,1,,", "line 4: a quote that is not closed"),
    ] {
        let text = format!("# prices\n{HEADER}\n^first$,,2026-01-01,,1,1,,\n{row}\n");
        let error = PriceTable::parse("mine.csv", &text).unwrap_err();
        assert_eq!(error.to_string(), format!("mine.csv: {reason}"));
    }
}

#[test]
fn errors_of_whole_files() {
    for (text, reason) in [
        ("", "no header line"),
        ("model,price\n", "line 1: \"model\" is no column of a price file"),
        ("model_pattern,input_usd_per_mtok\n", "line 1: the column output_usd_per_mtok is missing"),
        ("source,source\n", "line 1: the column source is there twice"),
        ("[]", "a JSON array, but neither of price rows (with model_pattern) nor of providers (with models)"),
        ("{}", "a JSON object, but no LiteLLM price map: no model has input_cost_per_token"),
        ("{", "EOF while parsing an object at line 1 column 1"),
        (r#"{"m":{"input_cost_per_token":"much"}}"#, "m: input_cost_per_token: much is no price"),
        (r#"[{"model_pattern":"^a$","input_usd_per_mtok":true,"output_usd_per_mtok":1}]"#, "row 1: input_usd_per_mtok is neither text nor a number"),
        (r#"[{"id":"p","models":[{"id":"m","prices":{"input_mtok":"x"}}]}]"#, "p/m: input_mtok: \"x\" is no price"),
    ] {
        assert_eq!(PriceTable::parse("f", text).unwrap_err().to_string(), format!("f: {reason}"), "{text}");
    }
}

#[test]
fn own_json_is_own_csv() {
    let csv = "model_pattern,effective_from,input_usd_per_mtok,output_usd_per_mtok,fast_multiplier,source\n^a$,2026-01-01,0.25,1,1.5,s\n";
    let json = r#"[{"model_pattern":"^a$","effective_from":"2026-01-01","effective_to":null,"input_usd_per_mtok":0.25,"output_usd_per_mtok":"1","fast_multiplier":1.5,"source":"s"}]"#;
    assert_eq!(PriceTable::parse("a", csv).unwrap(), PriceTable::parse("a", json).unwrap());
}

#[test]
fn litellm() {
    let text = r#"{
        "sample_spec": {"input_cost_per_token": 0.0, "mode": "one of: chat, embedding", "max_tokens": "set it"},
        "claude-haiku-9": {"litellm_provider": "anthropic", "mode": "chat", "input_cost_per_token": 1e-07, "output_cost_per_token": 4.999999999999999e-07,
            "cache_creation_input_token_cost": 1.25e-07, "cache_creation_input_token_cost_above_1hr": 2e-07, "cache_read_input_token_cost": 1e-08,
            "input_cost_per_token_above_100k_tokens": 5e-07, "output_cost_per_token_above_100k_tokens": 2.5e-06, "input_cost_per_token_above_100k_tokens_batches": 2.5e-07,
            "cache_creation_input_token_cost_above_1hr_above_100k_tokens": 1e-06,
            "provider_specific_entry": {"us": 1.1, "fast": 2.0}, "search_context_cost_per_query": {"search_context_size_medium": 0.01}},
        "reseller/claude-haiku-9": {"input_cost_per_token": 9e-07},
        "one/shared": {"input_cost_per_token": 1e-06}, "two/shared": {"input_cost_per_token": 1e-06},
        "one/disputed": {"input_cost_per_token": 1e-06}, "two/disputed": {"input_cost_per_token": 2e-06},
        "steps": {"input_cost_per_token": 1e-06, "input_cost_per_token_above_32k_tokens": 2e-06, "input_cost_per_token_above_128k_tokens": 3e-06},
        "picture": {"input_cost_per_token": 1e-06, "mode": "image_generation"},
        "subscription": {"input_cost_per_token": 0, "output_cost_per_token": 0}
    }"#;
    let table = PriceTable::parse("list.json", text).unwrap();
    let haiku = row(&table, "anthropic/claude-haiku-9").unwrap();
    let rates = |input, output, write, hour, read| Rates {
        input: Some(input),
        output: Some(output),
        cache_write_5m: write,
        cache_write_1h: Some(hour),
        cache_read: read,
    };
    assert_eq!(haiku.rates, rates(100_000, 500_000, Some(125_000), 200_000, Some(10_000)));
    assert_eq!(haiku.long, Some(Long { threshold: 100_000, rates: rates(500_000, 2_500_000, None, 1_000_000, None) }));
    assert_eq!((haiku.fast_multiplier, haiku.web_search), (Some(2_000_000), Some(10_000_000_000)));
    assert_eq!((haiku.source.as_str(), haiku.from), ("list.json: claude-haiku-9", None));
    assert_eq!(row(&table, "shared").unwrap().rates.input, Some(1_000_000));
    for unknown in ["sample_spec", "disputed", "steps", "picture", "subscription"] {
        assert_eq!(row(&table, unknown), None, "{unknown}");
    }
}

#[test]
fn genai_prices() {
    let text = r#"[{"id":"anthropic","name":"Anthropic","models":[
        {"id":"claude-opus-9","match":{"or":[{"starts_with":"claude-opus-9"},{"equals":"claude-9-opus"},{"regex":"^claude-opus-9@\\d{8}$"},{"contains":"opus"}]},
         "prices":[{"prices":{"input_mtok":{"base":5,"tiers":[{"start":200000,"price":10}]},"output_mtok":25,"cache_write_mtok":6.25}},
                   {"constraint":{"start_date":"2026-03-13"},"prices":{"input_mtok":5,"output_mtok":25,"cache_write_1h_mtok":10,"web_searches_kcount":10}}],
         "price_variants":[{"when":{"processing":"batch"},"prices":{"input_mtok":2.5}}]},
        {"id":"by-the-hour","match":{"equals":"by-the-hour"},"prices":[{"constraint":{"start_time":"00:30:00Z"},"prices":{"input_mtok":1}}]}]},
      {"id":"other","models":[{"id":"claude-opus-9","match":{"equals":"claude-opus-9"},"prices":{"input_mtok":6}},
                              {"id":"free","match":{"equals":"free"},"prices":{}}]}]"#;
    let table = PriceTable::parse("data.json", text).unwrap();
    for name in ["claude-opus-9", "claude-opus-9-20260101", "claude-9-opus", "claude-opus-9@20260101", "claude-opus-9[1m]"] {
        let mut pricer = Pricer::new(&table);
        let [before, after, ..] = pricer.rows(name) else { panic!("{name}: two periods") };
        assert_eq!((before.from, before.to, after.from, after.to), (None, after.from, Some(jiff::civil::date(2026, 3, 13)), None), "{name}");
        let long = before.long.unwrap();
        assert_eq!(
            (before.rates.input, long.threshold, long.rates.input, long.rates.output),
            (Some(5_000_000), 200_000, Some(10_000_000), Some(25_000_000))
        );
        assert_eq!((after.rates.cache_write_1h, after.web_search, after.long), (Some(10_000_000), Some(10_000_000_000), None));
        assert_eq!(after.provider, "anthropic");
    }
    for unknown in ["claude-opus-9-5", "by-the-hour", "free", "opus"] {
        assert_eq!(row(&table, unknown), None, "{unknown}");
    }
}
