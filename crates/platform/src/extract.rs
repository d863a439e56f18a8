//! Extractors that reject with [`Error`] and name the path of an invalid value.

use crate::error::{Error, Fields, Result};
use axum::{
    extract::{FromRequest, FromRequestParts, Request},
    response::{IntoResponse, Response},
};
use http::{StatusCode, request::Parts};
use serde::{Serialize, de::DeserializeOwned};

/// JSON request or response body.
#[derive(Clone, Copy, Debug)]
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let is_json = request
            .headers()
            .get(http::header::CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .is_some_and(|value| value.split(';').next().unwrap_or_default().trim() == "application/json");
        if !is_json {
            return Err(Error::UnsupportedType("Send the body as application/json.".to_owned()));
        }
        let bytes = bytes::Bytes::from_request(request, state).await.map_err(|rejection| {
            match rejection.into_response().status() {
                StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge("The request is too large.".to_owned()),
                _ => Error::Malformed("The request was cut off.".to_owned()),
            }
        })?;
        let mut json = serde_json::Deserializer::from_slice(&bytes);
        let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
            let path = error.path().to_string().replace('.', "/");
            match error.inner().classify() {
                serde_json::error::Category::Data => Error::field(path, without_position(error.inner())),
                _ => Error::Malformed(format!("The request is not valid JSON: {}.", error.inner())),
            }
        })?;
        json.end().map_err(|_| Error::Malformed("The request holds more than one JSON value.".to_owned()))?;
        Ok(Json(value))
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

/// Removes ` at line 1 column 2` from a serde message, because the path is clearer.
fn without_position(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let pairs = url::form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes());
        let pairs = serde::de::value::MapDeserializer::new(
            pairs
                .filter(|(_, value)| !value.is_empty())
                .map(|(name, value)| (name.into_owned(), Text(value.into_owned()))),
        );
        serde_path_to_error::deserialize(pairs).map(Query).map_err(
            |error: serde_path_to_error::Error<serde::de::value::Error>| {
                Error::field(error.path().to_string(), error.inner().to_string())
            },
        )
    }
}

/// A query value that is deserialized as number, boolean or text.
struct Text(String);

impl<'de> serde::de::IntoDeserializer<'de, serde::de::value::Error> for Text {
    type Deserializer = Self;
    fn into_deserializer(self) -> Self {
        self
    }
}

macro_rules! parsed {
    ($($method:ident => $visit:ident: $what:literal,)+) => {
        $(fn $method<V: serde::de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
            match self.0.trim().parse() {
                Ok(value) => visitor.$visit(value),
                Err(_) => Err(serde::de::Error::custom(concat!("must be ", $what))),
            }
        })+
    };
}

impl<'de> serde::Deserializer<'de> for Text {
    type Error = serde::de::value::Error;

    parsed! {
        deserialize_bool => visit_bool: "true or false",
        deserialize_i16 => visit_i16: "a whole number",
        deserialize_i32 => visit_i32: "a whole number",
        deserialize_i64 => visit_i64: "a whole number",
        deserialize_u16 => visit_u16: "a whole number",
        deserialize_u32 => visit_u32: "a whole number",
        deserialize_u64 => visit_u64: "a whole number",
    }

    fn deserialize_any<V: serde::de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_string(self.0)
    }

    fn deserialize_option<V: serde::de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: serde::de::Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: serde::de::Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_enum(serde::de::value::StringDeserializer::new(self.0))
    }

    serde::forward_to_deserialize_any! {
        i8 u8 i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

/// An id in the path. Text that isn't a number gets the same answer as an unknown id.
#[derive(Clone, Copy, Debug)]
pub struct Id(pub i64);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        axum::extract::Path::<i64>::from_request_parts(parts, state)
            .await
            .map(|path| Id(path.0))
            .map_err(|_| Error::NotFound)
    }
}

/// A UUID in the path. Text that isn't a UUID gets the same answer as an unknown id.
#[derive(Clone, Copy, Debug)]
pub struct UuidId(pub uuid::Uuid);

impl<S: Send + Sync> FromRequestParts<S> for UuidId {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        axum::extract::Path::<uuid::Uuid>::from_request_parts(parts, state)
            .await
            .map(|path| UuidId(path.0))
            .map_err(|_| Error::NotFound)
    }
}

/// Query parameters of every list (API-03).
#[derive(Clone, Debug, Default, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct ListQuery {
    /// Rows per page: 25 by default, at most 100.
    pub limit: Option<u32>,
    /// Rows to skip, for pickers; at most 10,000.
    pub offset: Option<u32>,
    /// Search text.
    pub string: Option<String>,
    /// Returns only the count.
    pub only_count: Option<bool>,
    /// Has no effect on the answer. The web uses it to hide its loader.
    #[allow(dead_code, reason = "accepted and without effect (API-03)")]
    pub show_loader: Option<bool>,
}

/// Default number of rows per page (CONST-03).
pub const PAGE_ROWS: u32 = 25;
pub const PAGE_ROWS_MAX: u32 = 100;
/// Maximum `offset`.
pub const OFFSET_MAX: u32 = 10_000;
/// Maximum length of a search text.
pub const SEARCH_TEXT_MAX: usize = 200;

impl ListQuery {
    /// Validates limit, offset and search text.
    ///
    /// # Errors
    ///
    /// A limit of 0 or above 100, an offset above 10,000, or a text above 200 characters.
    pub fn check(&self) -> Result<(u32, u32, Option<&str>)> {
        let mut fields = Fields::default();
        let limit = self.limit.unwrap_or(PAGE_ROWS);
        if !(1..=PAGE_ROWS_MAX).contains(&limit) {
            fields.add("limit", format!("must be 1 to {PAGE_ROWS_MAX}"));
        }
        let offset = self.offset.unwrap_or(0);
        if offset > OFFSET_MAX {
            fields.add("offset", format!("must be at most {OFFSET_MAX}; page by `after` instead"));
        }
        let text = self.string.as_deref().map(str::trim).filter(|text| !text.is_empty());
        if text.is_some_and(|text| text.chars().count() > SEARCH_TEXT_MAX) {
            fields.add("string", format!("must have at most {SEARCH_TEXT_MAX} characters"));
        }
        fields.check()?;
        Ok((limit, offset, text))
    }
}
