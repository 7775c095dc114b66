// The libraries, in one place.
import { Fragment, h, render } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { batch, computed, effect, signal, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import htm from "htm";

/** @template T @typedef {import("@preact/signals").Signal<T>} Signal */

/** Markup as a tagged template. Whatever stands in `${}` is put in as text or as a value, never as markup. */
export const html = /** @type {(strings: TemplateStringsArray, ...values: unknown[]) => any} */ (/** @type {any} */ (htm).bind(h));
export {
  Fragment, batch, computed, effect, h, render, signal, useComputed, useEffect, useLayoutEffect, useMemo, useRef,
  useSignal, useSignalEffect, useState,
};
