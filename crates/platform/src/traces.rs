//! Sends traces of requests and jobs by OTLP if a collector is configured.
//!
//! A span is created when its request or job has ended. It has the same labels as the metrics: method, route template
//! and status, or the kind of job. It never contains a URL with ids, a text, or anything about a person, company or
//! record.

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

/// Service name at the collector.
const SERVICE: &str = "keyturn";

/// Sends spans to a collector. Does nothing by default. Cheap to clone.
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
    /// Sends to a collector such as `http://127.0.0.1:4318`. Appends the path `/v1/traces`, as OTLP over HTTP requires.
    ///
    /// OpenTelemetry's standard variables set headers, sampling and batch size (`OTEL_EXPORTER_OTLP_HEADERS`,
    /// `OTEL_TRACES_SAMPLER`, `OTEL_BSP_SCHEDULE_DELAY`).
    ///
    /// # Errors
    ///
    /// The URL is invalid.
    pub fn sent_to(endpoint: &str) -> Result<Self, ExporterBuildError> {
        let address = format!("{}/v1/traces", endpoint.trim_end_matches('/'));
        let exporter = SpanExporter::builder().with_http().with_endpoint(address).build()?;
        let resource = Resource::builder().with_service_name(SERVICE).build();
        let provider = SdkTracerProvider::builder().with_resource(resource).with_batch_exporter(exporter).build();
        let tracer = provider.tracer(SERVICE);
        Ok(Self(Some(Collector { provider, tracer })))
    }

    /// Records an answered request.
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

    /// Records a finished or failed job.
    pub fn job_ended(&self, kind: &'static str, is_done: bool, took: Duration) {
        self.tell(took, || {
            let attributes = [KeyValue::new("messaging.operation.name", "process"), KeyValue::new("keyturn.job", kind)];
            let span = SpanBuilder::from_name(kind).with_kind(SpanKind::Consumer).with_attributes(attributes);
            (span, !is_done)
        });
    }

    /// Creates the span of something that just ended, if traces are enabled.
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

    /// Sends pending spans and stops. Blocks, so call it on a thread that may wait.
    ///
    /// # Errors
    ///
    /// The collector doesn't accept them.
    pub fn end(&self) -> Result<(), opentelemetry_sdk::error::OTelSdkError> {
        self.0.as_ref().map_or(Ok(()), |collector| collector.provider.shutdown())
    }
}
