//! Which program a shell command runs.

use crate::policy::TextPolicy;

/// Words that run the command after them.
const WRAPPERS: &[&str] = &["sudo", "env", "time", "nohup", "nice", "command", "exec", "builtin", "stdbuf", "doas"];

/// Programs whose first argument names what they do.
const MULTI: &[&str] = &[
    "apt",
    "apt-get",
    "aws",
    "az",
    "brew",
    "bun",
    "bundle",
    "cargo",
    "composer",
    "conda",
    "deno",
    "docker",
    "docker-compose",
    "dotnet",
    "flutter",
    "gcloud",
    "gh",
    "git",
    "glab",
    "go",
    "gradle",
    "gradlew",
    "helm",
    "hg",
    "just",
    "kubectl",
    "make",
    "mix",
    "mvn",
    "mvnw",
    "npm",
    "npx",
    "nx",
    "pip",
    "pip3",
    "pipx",
    "pnpm",
    "poetry",
    "podman",
    "rails",
    "rustup",
    "svn",
    "swift",
    "systemctl",
    "task",
    "terraform",
    "turbo",
    "uv",
    "uvx",
    "yarn",
];

/// The program of a command, and what it is told to do if it is one of those that do many things.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Head {
    /// Name of the program, without its folder.
    pub(crate) program: Option<String>,
    /// Its subcommand.
    pub(crate) sub: Option<String>,
}

impl Head {
    /// What a policy keeps of it: a quoted text with blanks in it is no name of a program.
    pub(crate) fn kept(mut self, policy: TextPolicy) -> Self {
        for part in [&mut self.program, &mut self.sub].into_iter().flatten().filter(|part| part.contains(char::is_whitespace)) {
            *part = policy.name(part).into_owned();
        }
        self
    }

    /// The head of the first simple command, after changes of folder, assignments and wrappers.
    pub(crate) fn of(command: &str) -> Self {
        let mut rest = command;
        let mut first = Head::default();
        // A handful of commands that only prepare the ground is all that real command lines begin with.
        for _ in 0..8 {
            let (words, next) = simple_command(rest);
            let head = Head::of_words(&words);
            if first.program.is_none() {
                first = head.clone();
            }
            match head.program.as_deref() {
                Some("cd" | "pushd" | "set" | "export" | "source" | ".") | None if !next.trim().is_empty() => rest = next,
                Some(_) => return head,
                None => break,
            }
        }
        first
    }

    fn of_words(words: &[String]) -> Self {
        let mut words = words.iter().map(String::as_str).peekable();
        while let Some(word) = words.peek().copied() {
            let wrapper = WRAPPERS.contains(&word);
            if wrapper || is_assignment(word) || matches!(word, "{" | "!") {
                words.next();
                while wrapper && words.peek().is_some_and(|word| word.starts_with('-')) {
                    words.next();
                }
            } else if word == "timeout" {
                words.next();
                while words.peek().is_some_and(|word| word.starts_with('-') || word.starts_with(|first: char| first.is_ascii_digit())) {
                    words.next();
                }
            } else {
                break;
            }
        }
        let Some(program) = words.next() else { return Head::default() };
        let program = program.rsplit(['/', '\\']).next().unwrap_or(program);
        if program.is_empty() {
            return Head::default();
        }
        let sub = MULTI.contains(&program).then(|| subcommand(program, words)).flatten();
        Head { program: Some(program.to_owned()), sub }
    }
}

fn subcommand<'a>(program: &str, mut words: impl Iterator<Item = &'a str>) -> Option<String> {
    while let Some(word) = words.next() {
        if !word.starts_with(['-', '+']) {
            return word.starts_with(|first: char| first.is_alphabetic()).then(|| word.to_owned());
        }
        // These take a value of their own.
        let takes = match program {
            "git" => matches!(word, "-C" | "-c" | "--git-dir" | "--work-tree"),
            "npm" | "pnpm" | "yarn" => matches!(word, "--prefix" | "--cwd" | "-C" | "--dir" | "--filter" | "-F"),
            "make" => matches!(word, "-C" | "-f"),
            _ => false,
        };
        if takes {
            words.next();
        }
    }
    None
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty()
            && !name.starts_with(|first: char| first.is_ascii_digit())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

/// The words of the first simple command, unquoted, and what follows it.
fn simple_command(text: &str) -> (Vec<String>, &str) {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        match char {
            '\\' => {
                if let Some((_, next)) = chars.next()
                    && next != '\n'
                {
                    word.get_or_insert_default().push(next);
                }
            }
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                while let Some((_, next)) = chars.next_if(|(_, next)| *next != char) {
                    word.push(next);
                }
                chars.next();
            }
            '#' if word.is_none() => while chars.next_if(|(_, next)| *next != '\n').is_some() {},
            '\n' | ';' | '&' | '|' | ')' => {
                words.extend(word.take());
                if !words.is_empty() {
                    return (words, text[at..].trim_start_matches(['\n', ';', '&', '|', ')', ' ']));
                }
            }
            char if char.is_whitespace() || char == '(' => words.extend(word.take()),
            char => word.get_or_insert_default().push(char),
        }
        if words.len() > 64 {
            break;
        }
    }
    words.extend(word);
    (words, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_commands() {
        for (command, program, sub) in [
            ("ls -la", "ls", ""),
            ("git commit -m 'a; b'", "git", "commit"),
            ("git -C /x -c a=b push origin", "git", "push"),
            ("cd /work && cargo test --release", "cargo", "test"),
            ("cd '/my dir'; npm --prefix web run build", "npm", "run"),
            ("cd /only", "cd", ""),
            ("FOO=1 BAR='x y' /usr/bin/python3 -c 'print(1)'", "python3", ""),
            ("sudo -E apt-get install x", "apt-get", "install"),
            ("timeout -k 5 60s go test ./...", "go", "test"),
            ("# a note\nmake -C sub all", "make", "all"),
            ("(cd a; ls)", "ls", ""),
            ("cat <<'E' > x\nhello\nE", "cat", ""),
            ("\\grep x", "grep", ""),
            ("./gradlew build", "gradlew", "build"),
            ("cargo --version", "cargo", ""),
        ] {
            let head = Head::of(command);
            assert_eq!((head.program.as_deref(), head.sub.as_deref().unwrap_or("")), (Some(program), sub), "{command}");
        }
        for command in ["", "   ", "# only a note", "A=1"] {
            assert_eq!(Head::of(command), Head::default(), "{command}");
        }
    }
}
