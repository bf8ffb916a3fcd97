//! Lakes in folders with any name.

use crate::fixture::{Lake, cclake};

/// Scenario: a lake whose folder's name has every character that means something to a pattern or a quotation, beside folders
/// that such a pattern would match.
/// Guarantees: its rows are found and no others, also after the engine is locked.
#[test]
fn a_folder_can_have_any_name() {
    for name in ["it's [x] *", "a?b", "ö \"quoted\"; --", "[ab]", "plain"] {
        let lake = Lake::named(name);
        lake.write("sessions", "2026-05", "m", &[&[("session_id", "mine")]]);
        for neighbour in ["it's x y", "acb", "a"] {
            let neighbour = lake.path().with_file_name(neighbour).join("sessions/month=2026-05");
            std::fs::create_dir_all(&neighbour).unwrap();
            std::fs::copy(lake.path().join("sessions/month=2026-05/m.parquet"), neighbour.join("other.parquet")).unwrap();
        }
        assert_eq!(lake.csv("select session_id from sessions"), "session_id\nmine\n", "{name}");
    }
}

#[test]
fn a_folder_can_be_relative_or_a_link() {
    let lake = Lake::named("it's [x] *");
    lake.write("sessions", "2026-05", "m", &[&[("session_id", "mine")]]);
    let parent = lake.path().parent().unwrap();
    let ask = |folder: &str| {
        let output =
            cclake().current_dir(parent).args(["--lake", folder, "sql", "select session_id from sessions", "--format", "csv"]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(ask("it's [x] *"), "session_id\nmine\n");
    assert_eq!(ask("./it's [x] */../it's [x] */"), "session_id\nmine\n");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("it's [x] *", parent.join("link")).unwrap();
        assert_eq!(ask("link"), "session_id\nmine\n");
    }
}
