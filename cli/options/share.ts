import * as z from 'zod/mini';
import { clientVariables } from '#sdk/contract/environment.js';
import { CreateShare } from '#sdk/contract/share-inputs.js';
import type { Context } from '../context.ts';
import { Expires } from './expires.ts';
import { type ChosenPassword, choosePassword, type PasswordOptions } from './passwords.ts';
import { Addresses } from './recipients.ts';

/** The options of a new share: the API's fields, the password apart. */
export const shareOptions = {
  expires: z.optional(Expires),
  name: CreateShare.shape.name,
  id: CreateShare.shape.id,
  description: CreateShare.shape.description,
  maxViews: CreateShare.shape.maxViews,
  to: z.optional(Addresses),
};

const ShareOptions = z.strictObject(shareOptions);
export type ShareOptions = z.output<typeof ShareOptions>;

/** The body that creates the share. */
export function toCreateShare(options: ShareOptions, password: string | undefined): CreateShare {
  const { expires, name, id, description, maxViews, to } = options;
  return {
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(expires === undefined ? {} : { expiration: expires }),
    ...(maxViews === undefined ? {} : { maxViews }),
    ...(to === undefined ? {} : { recipients: to }),
    ...(password === undefined ? {} : { password }),
  };
}

/**
 * The password that protects the share, if one was asked for.
 *
 * @param remembered a password that an interrupted run has generated for the same share
 */
export function chooseSharePassword(
  context: Context,
  options: PasswordOptions,
  remembered?: string | null,
): Promise<ChosenPassword> {
  const question = context.translator.t('cli.prompts.new_share_password');
  return choosePassword(context, { options, question, variable: clientVariables.password, remembered });
}
