//! What a seat sees.
