//! Closed lists of words: one line declares an enum with its one text form, used in JSON, tables and files alike.

/// Declares an enum whose variants are written exactly as they are named: the words of MISMO 3.4 where the standard has
/// them. An unknown word is refused with the list of those that are known.
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$word_meta:meta])* $word:ident),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        $vis enum $name { $($(#[$word_meta])* $word),+ }

        impl $name {
            /// Every word, in the order of the form.
            pub const ALL: &'static [$name] = &[$($name::$word),+];

            /// The word itself.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$word => stringify!($word)),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::values::Invalid;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $(stringify!($word) => Ok($name::$word),)+
                    _ => Err($crate::values::Invalid(format!("must be one of {}", [$(stringify!($word)),+].join(", ")))),
                }
            }
        }
    };
}
