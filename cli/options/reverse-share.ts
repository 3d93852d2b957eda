import * as z from 'zod/mini';
import { clientVariables } from '#sdk/contract/environment.js';
import { CreateReverseShare } from '#sdk/contract/reverse-shares.js';
import type { Context } from '../context.ts';
import { withHint } from '../errors/with-hint.ts';
import { NumberOrNone, SizeOrNone } from './amounts.ts';
import { Expires } from './expires.ts';
import { type ChosenPassword, choosePassword, type PasswordOptions } from './passwords.ts';

const flag = (field: string, text: string) =>
  z.optional(z.boolean()).check(z.meta({ negatable: true, field, text }));

/** The options of a reverse share, except the password. */
export const reverseShareOptions = {
  name: CreateReverseShare.shape.name.check(z.meta({ text: 'reverse_share_name' })),
  description: CreateReverseShare.shape.description.check(z.meta({ text: 'reverse_share_description' })),
  expires: z
    .optional(Expires)
    .check(z.meta({ value: '1mo', field: 'expiration', text: 'reverse_share_expires' })),
  shareExpires: z.optional(Expires).check(z.meta({ value: '1w', field: 'shareExpiration' })),
  maxShareSize: z.optional(SizeOrNone).check(z.meta({ value: 'SIZE|none' })),
  maxUses: z.optional(NumberOrNone).check(z.meta({ value: 'N|none' })),
  notify: flag('sendsNotification', 'notify'),
  signIn: flag('requiresSignIn', 'require_sign_in'),
  simpleForm: flag('hasSimpleForm', 'simple_form'),
};
const ReverseShareOptions = z.strictObject(reverseShareOptions);
export type ReverseShareOptions = z.output<typeof ReverseShareOptions>;

/** The fields that were given, as the API names them; null removes a value. */
export function toReverseShareFields(options: ReverseShareOptions) {
  const { name, description, expires, shareExpires, maxShareSize, maxUses, notify, signIn, simpleForm } =
    options;
  return {
    ...(name === undefined ? {} : { name: name || null }),
    ...(description === undefined ? {} : { description: description || null }),
    ...(expires === undefined ? {} : { expiration: expires }),
    ...(shareExpires === undefined ? {} : { shareExpiration: shareExpires }),
    ...(maxShareSize === undefined ? {} : { maxShareSize }),
    ...(maxUses === undefined ? {} : { maxUses }),
    ...(notify === undefined ? {} : { sendsNotification: notify }),
    ...(signIn === undefined ? {} : { requiresSignIn: signIn }),
    ...(simpleForm === undefined ? {} : { hasSimpleForm: simpleForm }),
  };
}

/** Why `--notify` is refused, and how to go on: only administrators can change it. */
export function explainNotify<T>(request: Promise<T>): Promise<T> {
  return withHint(request, 'mail_disabled', { key: 'cli.hints.notify_needs_mail' });
}

export function chooseReverseSharePassword(
  context: Context,
  options: PasswordOptions,
): Promise<ChosenPassword> {
  const question = context.translator.t('cli.prompts.new_reverse_share_password');
  return choosePassword(context, { options, question, variable: clientVariables.password });
}
