/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Address of the source code; empty when package.json names none. */
  readonly VITE_SOURCE_URL: string;
}
