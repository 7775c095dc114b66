// The vendored libraries, in one place.
import { Fragment, h, render } from "../vendor/preact.js";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/hooks.js";
import { batch, computed, effect, signal, useComputed, useSignal, useSignalEffect } from "../vendor/signals.js";
import htm from "../vendor/htm.js";

/** @template T @typedef {import("../vendor/signals.js").Signal<T>} Signal */

/** Markup as a tagged template. Whatever stands in `${}` is put in as text or as a value, never as markup. */
export const html = htm.bind(h);
export {
  Fragment, batch, computed, effect, h, render, signal, useComputed, useEffect, useLayoutEffect, useMemo, useRef,
  useSignal, useSignalEffect, useState,
};
