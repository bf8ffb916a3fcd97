//! Files that are right, and what is said of others.

use super::*;

fn parse(text: &str) -> Result<Config, String> {
    Config::parse(text, PathBuf::from("/etc/cclake.toml")).map_err(|error| error.to_string())
}

const JOB: &str = "[[jobs]]\nname = 'j'\nschedule = 'daily'\nperiod = 'yesterday'\n[[jobs.reports]]\nreport = 'daily'\noutput = 'out/daily.csv'\n";

#[test]
fn paths_are_relative_to_the_file() {
    let config = parse(&format!("lake = '/lake'\nsources = ['a', '~/b']\n{JOB}")).expect("it is whole");
    assert_eq!(config.lake.as_deref(), Some(Path::new("/lake")));
    assert_eq!(config.sources, [PathBuf::from("/etc/a"), env::home_dir().expect("there is one").join("b")]);
    let job = &config.jobs[0];
    assert_eq!((job.reports[0].output.as_str(), job.catch_up, job.wait, job.on_change), ("/etc/out/daily.csv", 7, true, false));
}

#[test]
fn budgets_keep_their_digits() {
    let budgets = "[[budgets]]\nname = 'a'\namount_usd = 500\n[[budgets]]\nname = 'b'\namount_usd = '0.1'\nperiod = 'day'\nmodel = 'opus'\n";
    let config = parse(budgets).expect("it is whole");
    let expected = r#"[{"amount_usd":"500","model":null,"name":"a","period":"month","project":null},{"amount_usd":"0.1","model":"opus","name":"b","period":"day","project":null}]"#;
    assert_eq!(config.budgets().as_deref(), Some(expected));
    assert_eq!(Config::default().budgets(), None);
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    for (text, said) in [
        ("lake = 'a'\nsorces = []\n", "line 2: unknown field `sorces`, expected one of"),
        ("text = 'all'\n", "line 1: unknown variant `all`, expected `none` or `preview`"),
        ("[prices]\nmod = 'add'\n", "line 2: unknown field `mod`"),
        ("lake = \n", "line 1: "),
        (&JOB.replace("yesterday", "tomorrow"), "line 4: unknown variant `tomorrow`"),
        (&JOB.replace("report = 'daily'", "raport = 'daily'"), "line 6: unknown field `raport`"),
        (&JOB.replace("name = 'j'", "name = 'a b'"), "job `a b`: its name may have letters, digits, - and _"),
        (&JOB.replace("'daily'\nperiod", "'now and then'\nperiod"), "job `j`: schedule `now and then`: "),
        (&JOB.replace("daily.csv", "daily"), "job `j`: the output `out/daily` says no format"),
        (&JOB.replace("daily.csv'", "daily.csv'\nformats = ['csv', 'json']"), "job `j`: the output of `daily` has several formats"),
        (&format!("{JOB}[[jobs.reports]]\nreport = 'tools'\noutput = 'out/daily.csv'\n"), "job `j`: two reports have the output `out/daily.csv`"),
        ("lake = ''\n", "a path is empty"),
        (&format!("{JOB}{JOB}"), "two jobs are called `j`"),
        (&format!("{JOB}[jobs.after]\nsuccess = []\n"), "job `j`: a command has to name a program"),
        ("[[budgets]]\nname = 'b'\namount_usd = '5 dollars'\n", "budget `b`: amount_usd `5 dollars` is no amount of money"),
        ("[[budgets]]\nname = 'b'\namount_usd = -5\n", "budget `b`: amount_usd `-5` is no amount of money"),
        ("[[budgets]]\nname = 'b'\namount_usd = true\n", "line 3: "),
    ] {
        let error = parse(text).expect_err(text);
        assert!(error.starts_with("/etc/cclake.toml: ") && error.contains(said), "{text}: {error}");
    }
}
