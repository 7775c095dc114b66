//! Cases, goldens, properties and meta-tests.
