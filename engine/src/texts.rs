//! Sentences that the engine itself writes, in the three languages of [`Texts`](crate::verdict::Texts).

/// A sentence in English, zh-Hant and zh-Hans: always all three.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Saying(Box<[String; 3]>);

impl Saying {
    /// A sentence from its English, zh-Hant and zh-Hans text.
    pub fn new(languages: [String; 3]) -> Saying {
        Saying(Box::new(languages))
    }

    /// The text in the language at this index of [`Texts`](crate::verdict::Texts); English if there is no
    /// such language.
    pub fn text(&self, language: usize) -> &str {
        let [english, ..] = &*self.0;
        self.0.get(language).unwrap_or(english)
    }

    /// The text in English, zh-Hant and zh-Hans.
    pub fn into_languages(self) -> [String; 3] {
        *self.0
    }
}

/// Declares one function for each sentence: its parameters fill the English, zh-Hant and zh-Hans text, and it
/// returns a type that has `new([String; 3])`.
#[macro_export]
macro_rules! texts {
    ($vis:vis $of:ty; $( $(#[$meta:meta])* $name:ident($($field:ident: $type:ty),* $(,)?)
        => $english:literal, $traditional:literal, $simplified:literal; )*) => { $(
        $(#[$meta])*
        #[allow(clippy::useless_format)]
        $vis fn $name($($field: $type),*) -> $of {
            <$of>::new([format!($english), format!($traditional), format!($simplified)])
        }
    )* };
}
