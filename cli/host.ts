/** What runs on the server's own machine. The executable hands over a loader, so that other commands load none of it. */
export interface Host {
  /** Serves until a signal ends it. */
  serve(options: ServeOptions): Promise<void>;
  /** Tells what the set-up has to ask. */
  examineSetup(options: InstanceOptions): Promise<SetupState>;
  /** Creates the first administrator and ends the set-up. */
  init(options: InitOptions): Promise<InitResult>;
  /** Answers the API for a command of this machine, whether the server runs or not. */
  openAdministration(options: InstanceOptions): Promise<Administration>;
  /** Examines the instance, whether its server runs or not. */
  doctor(options: DoctorOptions): Promise<DoctorReport>;
  /** Encrypts with a new secret key what the old one had encrypted; the server must not run. */
  rotateKey(options: RotateOptions): Promise<RotationReport>;
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

/** Which instance of this machine. */
interface InstanceOptions {
  dataDir?: string | undefined;
  databaseUrl?: string | undefined;
}

export interface RotateOptions extends InstanceOptions {
  /** The key of the instance is gone: what it had encrypted is given up. */
  isKeyLost?: boolean | undefined;
}

export interface InitOptions extends InstanceOptions {
  account: { email: string; username: string; password: string };
  /** Configuration variables and their texts. */
  updates: readonly { key: string; value: string }[];
}

interface InitResult {
  appUrl: string;
  /** A server runs already. */
  isServed: boolean;
}

export interface SetupState {
  isDone: boolean;
  settings: readonly Setting[];
}

/** A configuration variable as it is now. */
interface Setting {
  key: string;
  value: string;
  /** The environment variable that has decided it. */
  lockedBy: string | null;
}

export interface Administration {
  url: string;
  /** Opens it, as long as it is there. */
  token: string;
  close(): Promise<void>;
}

export interface DoctorOptions extends InstanceOptions {
  /** Puts right what can be. */
  fix: boolean;
  /** Reads every file too. */
  deep: boolean;
}

/** All are numbers. */
export interface RotationReport {
  /** False when the instance has the key of the environment already. */
  isChanged: boolean;
  resealed: number;
  /** Their key is lost. */
  unreadable: number;
  sessions: number;
  accountsWithoutCodes: number;
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
