//! Refuses query parameters that a route doesn't document. If they were ignored, `format=csv` would seem to work.

use axum::{
    extract::{MatchedPath, Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::Method;
use platform::{Error, Fields};
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};
use utoipa::openapi::{
    OpenApi, RefOr,
    path::{Operation, ParameterIn},
};

/// Routes that accept any parameter. OAuth 2.0 endpoints must ignore unknown ones (RFC 6749, section 3.1). Lead forms
/// on other sites may add their own.
const EXEMPT: [&str; 2] = ["/oidc/", "/api/lead-forms/"];

/// Query parameters of each route, by method and path.
#[derive(Clone, Default)]
pub(crate) struct Described(Arc<HashMap<(Method, String), BTreeSet<String>>>);

impl Described {
    pub(crate) fn of(document: &OpenApi) -> Self {
        let mut described = HashMap::new();
        for (path, item) in &document.paths.paths {
            for (method, operation) in [
                (Method::GET, &item.get),
                (Method::PUT, &item.put),
                (Method::POST, &item.post),
                (Method::DELETE, &item.delete),
                (Method::PATCH, &item.patch),
            ] {
                if let Some(operation) = operation {
                    described.insert((method, path.clone()), query_parameters(operation));
                }
            }
        }
        Self(Arc::new(described))
    }

    fn unknown(&self, request: &Request) -> Option<Error> {
        let query = request.uri().query()?;
        let path = request.extensions().get::<MatchedPath>()?.as_str();
        if EXEMPT.iter().any(|exempt| path.starts_with(exempt)) {
            return None;
        }
        let method = if request.method() == Method::HEAD { Method::GET } else { request.method().clone() };
        let known = self.0.get(&(method, path.to_owned()))?;
        let mut fields = Fields::default();
        for (name, _) in url::form_urlencoded::parse(query.as_bytes()) {
            if !known.contains(&*name) {
                fields.add(&*name, message(&name, known));
            }
        }
        fields.check().err()
    }
}

fn query_parameters(operation: &Operation) -> BTreeSet<String> {
    let parameters = operation.parameters.iter().flatten().filter_map(|one| match one {
        RefOr::T(parameter) if parameter.parameter_in == ParameterIn::Query => Some(parameter.name.clone()),
        _ => None,
    });
    parameters.collect()
}

fn message(name: &str, known: &BTreeSet<String>) -> String {
    let known = known.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    match known.as_str() {
        "" => format!("Unknown query parameter {name:?}: this address takes none."),
        known => format!("Unknown query parameter {name:?}: this address takes {known}."),
    }
}

/// Middleware that refuses undocumented query parameters.
pub(crate) async fn refuse_unknown(State(described): State<Described>, request: Request, next: Next) -> Response {
    match described.unknown(&request) {
        Some(error) => error.into_response(),
        None => next.run(request).await,
    }
}
