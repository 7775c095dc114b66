/** Where the module comes from. */
export interface Options {
  /** The address of the folder of the files; that of this file if nothing is said. */
  base?: string | URL;
  /** The module itself: its bytes, the compiled module, or its address. */
  wasm?: BufferSource | WebAssembly.Module | string | URL;
}

/** A judge without a server. */
export interface Judge {
  /**
   * Answers a call of the service, such as `/v1/verify`. Of an address, the path and the query count.
   * It rejects only if the judge was closed or the request was aborted: every fault is an answer.
   */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>;
  /** Bytes of the memory of the instance. */
  memory(): Promise<number>;
  /** Ends the worker, if there is one. */
  close(): void;
}

/** Loads the judge here. */
export function load(options?: Options): Promise<Judge>;

/** Loads the judge in a worker of its own, so that a page stays quick while it judges. */
export function inWorker(options?: Options): Promise<Judge>;
