import * as z from 'zod/mini';
import { type CommandInput, defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';
import { copyToClipboard } from '../io/clipboard.ts';
import { openBrowser } from '../io/open-browser.ts';
import { forTerminal } from '../io/output.ts';
import { refuseTogether } from '../options/exclusive.ts';
import { type PasswordOptions, passwordOptions, sharePasswordOptions } from '../options/passwords.ts';
import { shareOptions } from '../options/share.ts';
import { type DryRun, runDry } from '../upload/dry-run.ts';
import { type PlannedFiles, planInto, planNewShare, type UploadPlan } from '../upload/plan.ts';
import { planReverseShare } from '../upload/plan-reverse-share.ts';
import { transferOptions, type Uploaded, uploadFiles } from '../upload/upload-files.ts';

const UploadOptions = z.strictObject({
  ...shareOptions,
  ...passwordOptions,
  ...sharePasswordOptions,
  into: z.optional(z.string().check(z.meta({ value: 'SHARE' }))),
  replace: z._default(z.boolean(), false).check(z.meta({ text: 'replace_files' })),
  reverseShare: z.optional(z.string().check(z.meta({ value: 'LINK' }))),
  ...transferOptions,
  dryRun: z._default(z.boolean(), false).check(z.meta({ text: 'upload_dry_run' })),
  copy: z._default(z.boolean(), false),
  qr: z._default(z.boolean(), false),
  open: z._default(z.boolean(), false).check(z.meta({ text: 'open_share' })),
});
type UploadOptions = CommandInput<typeof UploadOptions>['options'];

export const upload = defineCommand({
  args: [{ name: 'path', required: true, variadic: true }],
  options: UploadOptions,
  async run(context, { args, options }): Promise<Uploaded | DryRun> {
    assertFitting(args, options);
    const sharePassword = sharePasswordOf(options);
    if (options.dryRun) return runDry(context, args, { ...options, sharePassword });
    const uploaded = await uploadFiles(context, {
      paths: args,
      name: options.name,
      options,
      plan: (files) => planUpload(context, { ...options, namesFile: args.includes('-') }, files),
    });
    const { output, streams, translator } = context;
    if (options.copy) {
      const outcome = await copyToClipboard(context, uploaded.url);
      output.note(translator.t(`cli.upload.copy_${outcome}`));
    }
    if (options.qr) {
      const { drawQrCode } = await import('../ui/qr-code.ts');
      for (const line of drawQrCode(uploaded.url, streams.stderr.hasColors?.() ?? false)) output.note(line);
    }
    if (options.open) await openBrowser(context, uploaded.url);
    return uploaded;
  },
  view: (result) => ('url' in result ? [result.url] : result.paths.map(forTerminal)),
});

function planUpload(
  context: Context,
  { namesFile, ...options }: UploadOptions & { namesFile: boolean },
  files: PlannedFiles,
): Promise<UploadPlan> {
  const { into, replace, reverseShare: link, name, description } = options;
  if (into !== undefined) return planInto(context, { into, replace }, files);
  if (link === undefined) return planNewShare(context, options, files);
  const share = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
  };
  const passwords = { password: options, sharePassword: sharePasswordOf(options) };
  return planReverseShare(context, { link, share, namesFile, ...passwords }, files);
}

function sharePasswordOf({ sharePassword, sharePasswordFile }: UploadOptions): PasswordOptions {
  const sourcesHint = { key: 'cli.hints.share_password_sources' } as const;
  return { password: sharePassword, passwordFile: sharePasswordFile, passwordStdin: false, sourcesHint };
}

/** @throws CliError `usage` for options that do not go together */
function assertFitting(args: readonly string[], options: UploadOptions): void {
  const { into, replace, reverseShare, name, description, ...others } = options;
  const { password, passwordFile, passwordStdin } = others;
  const readsStdin = args.includes('-');
  if (readsStdin) refuseTogether('-', { passwordStdin });
  const { expires, id, maxViews, to } = others;
  const ownersChoice = { expires, id, maxViews, to };
  if (into !== undefined) {
    const passwords = { password, passwordFile, passwordStdin };
    const { sharePassword, sharePasswordFile } = others;
    refuseTogether('--into', { ...ownersChoice, description, ...passwords, reverseShare });
    refuseTogether('--into', { sharePassword, sharePasswordFile });
    // Stdin needs a name.
    if (!readsStdin) refuseTogether('--into', { name });
    return;
  }
  if (reverseShare === undefined) requireReverseShare(options);
  if (replace) throw new CliError({ exit: 'usage', key: 'cli.errors.replace_alone' });
  if (reverseShare !== undefined) refuseTogether('--reverse-share', ownersChoice);
}

/** Every other share is protected with `--password`. */
function requireReverseShare({ sharePassword, sharePasswordFile }: UploadOptions): void {
  if (sharePassword === undefined && sharePasswordFile === undefined) return;
  const option = sharePassword === undefined ? '--share-password-file' : '--share-password';
  throw new CliError({
    exit: 'usage',
    key: 'cli.errors.option_needs',
    params: { option, other: '--reverse-share' },
  });
}
