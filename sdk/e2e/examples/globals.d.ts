/** What the examples take for granted: the program around them has it. */

type Sdk = typeof import('fileshare');

declare const client: ReturnType<Sdk['createClient']>;
declare const baseUrl: string;
declare const link: string;
declare const identifier: string;
declare const password: string;
declare const token: string;
/** A file input, in browsers. */
declare const input: { files: FileList };
declare const apiKey: string;
declare const code: string;
declare const codeVerifier: string;
declare const share: import('fileshare').OwnerShare;
declare const files: import('fileshare').FileSource[];
declare const sources: import('fileshare').FileSource[];
declare const journal: import('fileshare').UploadJournal;
declare const entries: string[];
declare const task: import('fileshare').UploadTask;
declare const frame: Blob;
declare const error: unknown;
declare const uploadError: import('fileshare').UploadFailedError;
declare const outcome: Extract<import('fileshare').SignInOutcome, { status: 'totpRequired' }>;
declare function ask(): Promise<string>;
declare function askForCode(): Promise<string>;
declare function askForPassword(): void;
declare function tryAgainLater(): void;
declare function show(part: number): void;
