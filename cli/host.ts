/** What runs on the server's own machine. The executable hands over a loader, so that other commands load none of it. */
export interface Host {
  /** Serves until a signal ends it. */
  serve(options: ServeOptions): Promise<void>;
  /** Creates the first administrator and ends the set-up. */
  init(options: InitOptions): Promise<unknown>;
  /** Answers the API for a command of this machine, whether the server runs or not. */
  openAdministration(options: AdministrationOptions): Promise<Administration>;
  /** Examines the instance, whether its server runs or not. */
  doctor(options: DoctorOptions): Promise<DoctorReport>;
}

export type LoadHost = () => Promise<Host>;

/** What is left out comes from the `FILESHARE_*` environment. */
export interface ServeOptions {
  host?: string | undefined;
  port?: number | undefined;
  dataDir?: string | undefined;
  databaseUrl?: string | undefined;
  /** Opens the browser when the server is ready. */
  open?: boolean | undefined;
}

export interface InitOptions {
  email: string;
  username: string;
  password: string;
  appName?: string | undefined;
  appUrl?: string | undefined;
  dataDir?: string | undefined;
}

export interface AdministrationOptions {
  dataDir?: string | undefined;
  databaseUrl?: string | undefined;
}

export interface Administration {
  url: string;
  /** Opens it, as long as it is there. */
  token: string;
  close(): Promise<void>;
}

export interface DoctorOptions {
  /** Puts right what can be. */
  fix: boolean;
  /** Reads every file too. */
  deep: boolean;
  dataDir?: string | undefined;
  databaseUrl?: string | undefined;
}

export interface DoctorReport {
  isHealthy: boolean;
  checks: readonly DoctorCheck[];
}

export interface DoctorCheck {
  id: string;
  status: 'ok' | 'warning' | 'repaired' | 'problem' | 'skipped';
  count: number;
  /** The first of them. */
  findings: readonly { code: string; params: Readonly<Record<string, string | number>> }[];
}
