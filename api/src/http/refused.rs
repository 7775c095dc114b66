//! Carries a fault through actix to the guard, which writes the problem document.

use std::fmt;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};
use rules_judge_replays::answer::detail::Detail;
use rules_judge_replays::answer::{Fault, FaultCode};

use crate::http::fault;
use crate::http::fault::entry;

/// A fault as an error of actix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused(pub fault::Refused);

impl Refused {
    /// A fault of this code with a sentence about it.
    pub fn new(code: FaultCode, detail: impl Into<Detail>) -> Refused {
        Refused::from(Fault::new(code, detail))
    }
}

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Refused {
        Refused(fault.into())
    }
}

impl From<fault::Refused> for Refused {
    fn from(refused: fault::Refused) -> Refused {
        Refused(refused)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl ResponseError for Refused {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(entry(self.0.fault.code).status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        HttpResponse::new(self.status_code())
    }
}
