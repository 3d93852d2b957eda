import { AuditEntry, auditActions } from '#sdk/contract/audit.js';
import { directoryRefusals } from '#sdk/contract/config/api.js';
import { configCategories, configKeys } from '#sdk/contract/config.js';
import { errorCatalogue, issueCodes } from '#sdk/contract/errors.js';
import { certificateProblems } from '#sdk/contract/formats/certificate-problems.js';
import { expirationUnits } from '#sdk/contract/formats/expiration.js';
import { outboundProblems } from '#sdk/contract/formats/outbound-problems.js';
import { pathProblems } from '#sdk/contract/formats/paths.js';
import { publicAddressProblems, publicAddressReasons } from '#sdk/contract/formats/public-address.js';
import type { BackupDamage } from '#sdk/contract/host/backups.js';
import { checkIds, findingCodes } from '#sdk/contract/host/doctor.js';
import { importFindingCodes, importKinds } from '#sdk/contract/host/imports.js';
import { storageProblems } from '#sdk/contract/host/storage-problems.js';
import { serverRoles } from '#sdk/contract/host.js';
import { jobNotices } from '#sdk/contract/jobs.js';
import { MailState } from '#sdk/contract/mails.js';
import { oauthErrors } from '#sdk/contract/oauth.js';
import { accountSources, oauthProviders } from '#sdk/contract/oauth-providers.js';
import { ReverseShareState } from '#sdk/contract/reverse-shares.js';
import { shareSorts } from '#sdk/contract/shares/inputs.js';
import { RecipientState } from '#sdk/contract/shares.js';
import { DeliveryState } from '#sdk/contract/webhooks/api.js';
import { webhookEvents } from '#sdk/contract/webhooks/events.js';
import { probeCodes, probeIds } from '../../../cli/probe/probe.ts';
import { mailProblems } from '../../../daemon/mail/failure.ts';
import {
  accountNotices,
  columns,
  configGroups,
  configTypes,
  countedTypes,
  fileTypes,
  jobNames,
  loaded,
  mailKinds,
  options,
  ownerMailKinds,
  phases,
  placeholders,
  shareViews,
  shownStates,
  units,
} from './suffixes.ts';

/** Keys that are composed at run time: the suffixes that follow a prefix. */
export interface Family {
  /** Each of these must have a text. */
  required: readonly string[];
  /** Each of these may have a text. */
  optional?: readonly string[];
}

export const families: Readonly<Record<string, Family>> = {
  'errors.': { required: Object.keys(errorCatalogue) },
  'hints.': { required: [], optional: Object.keys(errorCatalogue) },
  'oauth.providers.': { required: accountSources },
  'oauth.errors.': { required: oauthErrors },
  'validation.': { required: issueCodes },
  'paths.': { required: pathProblems },
  'certificates.': { required: certificateProblems },
  'outbound.': { required: outboundProblems },
  'config.': { required: configKeys.flatMap((key) => [`${key}.label`, `${key}.help`]) },
  'mail.notices.': {
    required: accountNotices.flatMap((notice) => [`${notice}.subject`, `${notice}.message`]),
  },
  'mail.webhooks.': { required: Object.keys(webhookEvents) },
  'mail.owner.': { required: ownerMailKinds.flatMap((kind) => [`${kind}.subject`, `${kind}.message`]) },
  'mail.problems.': { required: mailProblems },
  'cli.args.': { required: loaded.flatMap(({ args = [] }) => args.map(({ name, text = name }) => text)) },
  'cli.options.': {
    required: [
      ...options.filter(({ description }) => description === undefined).map(({ text }) => text),
      ...options.filter(({ negatable }) => negatable).map(({ text }) => `no_${text}`),
    ],
    // A separate text overrides the description in the contract.
    optional: options.map(({ text }) => text),
  },
  'cli.phases.': { required: phases },
  'cli.upload.copy_': { required: ['copied', 'asked', 'failed'] },
  'cli.upload.refused.': { required: [...pathProblems, 'duplicate', 'same_letters'] },
  'cli.states.': { required: shownStates },
  'web.share.sharedBy.': { required: countedTypes },
  'web.share.forYou.': { required: countedTypes },
  'web.share.count.': { required: countedTypes },
  'web.share.left.': { required: ['year', 'month', 'day', 'hour', 'minute'] },
  'web.share.held.': { required: ['scanning', 'unscanned', 'malware'] },
  'web.share.types.': { required: fileTypes },
  'web.admin.config.none.': { required: ['asForEveryone', 'atOnce', 'forEver', 'noLimit'] },
  'web.admin.config.zero.': { required: ['asForEveryone', 'atOnce', 'forEver', 'noLimit'] },
  'web.shares.states.': { required: shownStates },
  'web.reverseShares.states.': { required: ReverseShareState.options },
  'web.admin.overview.address.': { required: publicAddressProblems },
  'web.admin.overview.addressReasons.': { required: publicAddressReasons },
  'web.admin.overview.serverRoles.': { required: serverRoles },
  'web.admin.overview.periods.': { required: ['week', 'month', 'quarter', 'year'] },
  'web.admin.overview.growth.': { required: ['more', 'less', 'same'] },
  'web.admin.overview.plots.shares.': { required: ['name', 'day', 'week'] },
  'web.admin.overview.plots.transfers.': { required: ['name', 'day', 'week'] },
  'web.admin.jobs.names.': { required: jobNames },
  'web.admin.jobs.notices.': { required: jobNotices },
  'web.admin.jobs.results.': { required: ['done', 'failed', 'held', 'running', 'waiting'] },
  'web.admin.jobs.outcomes.': { required: ['done', 'failed', 'held', 'running', 'waiting'] },
  'web.admin.config.categories.': { required: configCategories },
  'web.admin.config.providerStates.': { required: ['off', 'ready', 'incomplete'] },
  'web.admin.config.groups.': { required: configGroups },
  'web.admin.config.setUp.': { required: oauthProviders },
  'web.admin.config.placeholders.': { required: placeholders },
  'web.admin.config.testDirectory.refusals.': { required: directoryRefusals },
  'cli.ldap.refusals.': { required: directoryRefusals },
  'web.admin.config.units.': { required: units },
  'web.admin.mails.kinds.': { required: [...mailKinds, ...accountNotices] },
  'web.admin.mails.states.': { required: MailState.options },
  'web.admin.webhooks.eventNames.': { required: Object.keys(webhookEvents) },
  'web.admin.webhooks.states.': { required: DeliveryState.options },
  'web.account.notifications.kinds.': { required: ownerMailKinds },
  'web.socialError.next.': { required: oauthErrors },
  'web.reverseShares.sizeUnits.': { required: ['MB', 'GB'] },
  'web.shares.recipientStates.': { required: RecipientState.options },
  'web.shares.orders.': { required: shareSorts.flatMap((sort) => [`${sort}Down`, `${sort}Up`]) },
  'web.shares.views.': { required: shareViews },
  'web.shares.noneOf.': { required: shareViews },
  'web.upload.units.': { required: expirationUnits },
  'web.admin.audit.actions.': { required: auditActions.map((action) => action.replace('.', '_')) },
  'web.admin.audit.groups.': { required: auditActions.map((action) => action.replace(/\..*/, '')) },
  'web.admin.audit.results.': { required: AuditEntry.shape.result.options },
  'cli.columns.': { required: columns },
  'cli.profile.origins.': { required: ['flag', 'environment', 'profile', 'default'] },
  'cli.info.access.': { required: ['granted', 'free', 'limited', 'password'] },
  'cli.info.creators.': { required: ['guest', 'user', 'admin'] },
  'cli.users.states.': { required: ['active', 'invited', 'disabled'] },
  'cli.audit.results.': { required: ['done', 'refused'] },
  'cli.recipients.': { required: RecipientState.options },
  'cli.reverse_share.states.': { required: ReverseShareState.options },
  'cli.jobs.states.': { required: ['running', 'failed', 'held', 'waiting', 'done'] },
  'cli.backup.damage.': { required: ['missing', 'size', 'content'] satisfies BackupDamage[] },
  'cli.jobs.notices.': { required: jobNotices },
  'cli.webhooks.states.': { required: ['on', 'off', 'failing'] },
  'cli.webhooks.delivery_states.': { required: DeliveryState.options },
  'cli.mails.states.': { required: MailState.options },
  'cli.config.states.': { required: ['default', 'set', 'locked'] },
  'cli.config.readers.': { required: ['public', 'admin'] },
  'cli.config.types.': { required: configTypes },
  'cli.errors.': { required: ['interrupted', 'terminated', 'hangup', ...storageProblems] },
  'cli.import.columns.': { required: ['found', 'imported', 'present', 'left'] },
  'cli.import.kinds.': { required: importKinds },
  'cli.import.findings.': { required: importFindingCodes },
  'cli.doctor.checks.': { required: [...checkIds, ...probeIds] },
  'cli.doctor.findings.': {
    required: [
      ...findingCodes.filter((code) => !storageProblems.some((problem) => problem === code)),
      ...probeCodes,
    ],
  },
  'cli.doctor.remedies.': {
    required: [
      'not_started',
      'bytes_many_unknown',
      ...publicAddressProblems.map((problem) => `address_${problem}`),
    ],
  },
  'cli.overview.address_reasons.': { required: [...publicAddressReasons, 'unknown'] },
  'cli.doctor.next.': { required: [], optional: [...checkIds, ...probeIds] },
  'cli.doctor.repaired.': { required: [], optional: checkIds },
  'cli.hints.': {
    required: [],
    optional: [
      ...Object.keys(errorCatalogue),
      ...storageProblems,
      ...certificateProblems.map((problem) => `server_certificate_${problem}`),
    ],
  },
};

/** Parameters for programs, which the text does not contain. */
const unspokenParams: Readonly<Record<string, readonly string[]>> = {
  not_ready: ['reason'],
  share_token_required: ['maxViews'],
};

/** The parameters that error texts must have, exactly. */
export const errorParams = new Map(
  Object.entries(errorCatalogue).map(([code, spec]) => {
    const params: readonly string[] = 'params' in spec ? spec.params : [];
    return [`errors.${code}`, new Set(params.filter((name) => !unspokenParams[code]?.includes(name)))];
  }),
);
