import type { AdminConfigVariable, ConfigVariable } from '#sdk/contract/config/api.js';
import { type ConfigKey, configRegistry, isSecret } from '#sdk/contract/config.js';

export interface VariableState {
  /** Set by an administrator or the environment, or null. */
  text: string | null;
  /** The value that applies when nothing is set. */
  fallback: string;
  /** The environment variable that locks it, or null. */
  lockedBy: string | null;
}

/** Presents a public variable to everybody. */
export function presentVariable(key: ConfigKey, { text, fallback }: VariableState): ConfigVariable {
  return { key, type: configRegistry[key].type, value: text, defaultValue: fallback };
}

export function presentAdminVariable(key: ConfigKey, state: VariableState): AdminConfigVariable {
  const variable = presentVariable(key, state);
  const hidden = isSecret(configRegistry[key]);
  return {
    ...variable,
    value: hidden ? null : variable.value,
    lockedBy: state.lockedBy,
    isSet: state.text !== null,
    isSecret: hidden,
  };
}
