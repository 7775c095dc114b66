//! Sentences that the engine itself says, in the three languages of [`Texts`](crate::verdict::Texts).

/// A sentence in English, zh-Hant and zh-Hans. There is none in fewer languages.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Saying(Box<[String; 3]>);

impl Saying {
    /// English, zh-Hant and zh-Hans.
    pub fn new(languages: [String; 3]) -> Saying {
        Saying(Box::new(languages))
    }

    /// In the language of this place in [`Texts`](crate::verdict::Texts); English, if there is no such place.
    pub fn text(&self, language: usize) -> &str {
        let [english, ..] = &*self.0;
        self.0.get(language).unwrap_or(english)
    }

    /// In all languages.
    pub fn into_languages(self) -> [String; 3] {
        *self.0
    }
}

/// Declares sentences of a type that is made of all three languages with `new`: a function for each, with its
/// parameters, that gives it in English, zh-Hant and zh-Hans.
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
