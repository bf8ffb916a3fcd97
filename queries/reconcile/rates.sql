-- The beginning of every query beside this one: what a token costs by the price rows of the lake, in US dollars.
with rates as (
    select
        price_id, model_pattern, provider, effective_from, long_context_threshold_tokens as threshold, fast_multiplier::decimal(9,6) as fast,
        (input_usd_per_mtok * 0.000001)::decimal(15,12) as input,
        (output_usd_per_mtok * 0.000001)::decimal(15,12) as output,
        (cache_read_usd_per_mtok * 0.000001)::decimal(15,12) as cache_read,
        (cache_write_5m_usd_per_mtok * 0.000001)::decimal(15,12) as cache_write_5m,
        (cache_write_1h_usd_per_mtok * 0.000001)::decimal(15,12) as cache_write_1h,
        (long_input_usd_per_mtok * 0.000001)::decimal(15,12) as long_input,
        (long_output_usd_per_mtok * 0.000001)::decimal(15,12) as long_output,
        (long_cache_read_usd_per_mtok * 0.000001)::decimal(15,12) as long_cache_read,
        (long_cache_write_5m_usd_per_mtok * 0.000001)::decimal(15,12) as long_cache_write_5m,
        (long_cache_write_1h_usd_per_mtok * 0.000001)::decimal(15,12) as long_cache_write_1h
    from prices
),

-- Who keeps no dates knows these only.
newest as (
    from rates qualify row_number() over (partition by model_pattern, provider order by effective_from desc nulls last) = 1
),

