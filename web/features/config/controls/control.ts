import type { AdminConfigVariable } from '#sdk/contract/config/api.js';
import type { ConfigKey } from '#sdk/contract/config.js';

/** What the control of a variable is given. It keeps what is typed by itself and tells the text that it means. */
export interface ControlProps {
  configKey: ConfigKey;
  variable: AdminConfigVariable;
  label: string;
  /** Beside the label, quiet */
  aside: string | undefined;
  hint: string;
  /** What is wrong, in words */
  error: string | undefined;
  /** The text to begin with */
  value: string;
  /** What is not saved yet: null for the default */
  draft: string | null | undefined;
  /** A secret that is lost when the other changes are saved */
  isForgotten: boolean;
  isLocked: boolean;
  onChange(text: string | null): void;
  /** Nothing is to change. */
  onKeep(): void;
}

/** What the text fields of all controls have in common. */
export function textFieldProps({ label, aside, hint, error, isLocked }: ControlProps) {
  return { label, aside, hint, error, readOnly: isLocked, autoComplete: 'off' };
}
