import type { AdminConfigVariable } from '#sdk/contract/config/api.js';
import type { ConfigKey } from '#sdk/contract/config.js';

/** The props of a variable's control. The control keeps the typed input itself and reports the resulting text. */
export interface ControlProps {
  configKey: ConfigKey;
  variable: AdminConfigVariable;
  label: string;
  /** Beside the label, quiet */
  aside: string | undefined;
  hint: string;
  /** The text of the error */
  error: string | undefined;
  /** The text to begin with */
  value: string;
  /** The unsaved text; null for the default */
  draft: string | null | undefined;
  /** A secret that is lost when the other changes are saved */
  isForgotten: boolean;
  isLocked: boolean;
  onChange(text: string | null): void;
  /** Drops the change: the stored value is kept. */
  onKeep(): void;
}

/** The props that the text fields of all controls have in common. */
export function textFieldProps({ label, aside, hint, error, isLocked }: ControlProps) {
  return { label, aside, hint, error, readOnly: isLocked, autoComplete: 'off' };
}
