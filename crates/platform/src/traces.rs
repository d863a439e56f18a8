//! Traces of requests and jobs, sent by OTLP to a collector where one is named; else nothing is made of them.
//!
//! A span is made when its request or job has ended, of what is counted of it as well: method, template of the route, status; the
//! job's kind. Nothing else can get into one: no address with its ids, no text, nothing of a person, a company or a record.

use http::{Method, StatusCode};
use opentelemetry::{
    KeyValue,
    trace::{Span, SpanBuilder, SpanKind, Status, Tracer, TracerProvider},
};
use opentelemetry_otlp::{ExporterBuildError, SpanExporter, WithExportConfig};
use opentelemetry_sdk::{
    Resource,
    trace::{SdkTracer, SdkTracerProvider},
};
use std::{
    fmt,
    time::{Duration, SystemTime},
};

/// What a program is called where several send to one collector.
const SERVICE: &str = "keyturn";

/// Where spans go; nowhere by default, and then nothing is done for them. Cheap to clone.
#[derive(Clone, Default)]
pub struct Traces(Option<Collector>);

#[derive(Clone)]
struct Collector {
    provider: SdkTracerProvider,
    tracer: SdkTracer,
}

impl fmt::Debug for Traces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Traces")
    }
}

impl Traces {
    /// Sends to a collector from now on, `http://127.0.0.1:4318`; its path `/v1/traces` is added, as OTLP over HTTP has it. Headers,
    /// sampling and the size of what is sent at once are set by OpenTelemetry's own variables (`OTEL_EXPORTER_OTLP_HEADERS`,
    /// `OTEL_TRACES_SAMPLER`, `OTEL_BSP_SCHEDULE_DELAY`).
    ///
    /// # Errors
    /// The address can't be used.
    pub fn sent_to(endpoint: &str) -> Result<Self, ExporterBuildError> {
        let address = format!("{}/v1/traces", endpoint.trim_end_matches('/'));
        let exporter = SpanExporter::builder().with_http().with_endpoint(address).build()?;
        let resource = Resource::builder().with_service_name(SERVICE).build();
        let provider = SdkTracerProvider::builder().with_resource(resource).with_batch_exporter(exporter).build();
        let tracer = provider.tracer(SERVICE);
        Ok(Self(Some(Collector { provider, tracer })))
    }

    /// A request was answered.
    pub fn answered(&self, method: &Method, route: &str, status: StatusCode, took: Duration) {
        self.tell(took, || {
            let attributes = [
                KeyValue::new("http.request.method", crate::metrics::known(method)),
                KeyValue::new("http.route", route.to_owned()),
                KeyValue::new("http.response.status_code", i64::from(status.as_u16())),
            ];
            let name = format!("{} {route}", crate::metrics::known(method));
            let span = SpanBuilder::from_name(name).with_kind(SpanKind::Server).with_attributes(attributes);
            (span, status.is_server_error())
        });
    }

    /// A job was done, or has failed once more.
    pub fn job_ended(&self, kind: &'static str, is_done: bool, took: Duration) {
        self.tell(took, || {
            let attributes = [KeyValue::new("messaging.operation.name", "process"), KeyValue::new("keyturn.job", kind)];
            let span = SpanBuilder::from_name(kind).with_kind(SpanKind::Consumer).with_attributes(attributes);
            (span, !is_done)
        });
    }

    /// Makes the span of what has just ended, if anybody is to have it.
    fn tell(&self, took: Duration, span: impl FnOnce() -> (SpanBuilder, bool)) {
        let Some(Collector { tracer, .. }) = &self.0 else { return };
        let now = SystemTime::now();
        let (span, has_failed) = span();
        let mut span = tracer.build(span.with_start_time(now.checked_sub(took).unwrap_or(now)));
        if has_failed {
            span.set_status(Status::error(""));
        }
        span.end_with_timestamp(now);
    }

    /// Sends what was not sent yet, and nothing after it; to be called on a thread that may wait.
    ///
    /// # Errors
    /// The collector does not take it.
    pub fn end(&self) -> Result<(), opentelemetry_sdk::error::OTelSdkError> {
        self.0.as_ref().map_or(Ok(()), |collector| collector.provider.shutdown())
    }
}
