/** The browser of the web tests: `FILESHARE_TEST_CHROMIUM`, else the first one on the PATH, else `null`. */
export declare function findChromium(): string | null;
/** What Chromium needs in a container and without a screen; the rest keeps it from calling home. */
export declare const chromiumArgs: string[];
