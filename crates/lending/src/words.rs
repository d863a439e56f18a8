//! String enums: one line declares an enum whose text form is the same in JSON, tables and files.

/// Declares an enum whose text form is the name of the variant. The names are those of MISMO 3.4 where the standard has
/// them. Parsing an unknown value fails with the list of known ones.
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$word_meta:meta])* $word:ident),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        $vis enum $name { $($(#[$word_meta])* $word),+ }

        impl $name {
            /// Every variant, in the order of the form.
            pub const ALL: &'static [$name] = &[$($name::$word),+];

            /// The text form, as in JSON, tables and files.
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
