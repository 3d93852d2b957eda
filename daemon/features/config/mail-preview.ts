import type { MailPreview, MailTemplateName } from '#sdk/contract/config/api.js';
import { findConfigProblem } from '#sdk/contract/config/problems.js';
import type { FieldIssue } from '#sdk/contract/errors.js';
import { localeCodes } from '#sdk/i18n/locales.js';
import { refuse } from './changes.ts';

/** The two texts of a mail that an administrator can set; empty: the default texts. */
export interface MailTexts {
  subject: string;
  message: string;
}

/** Composes the mail of a template with these texts like a real one, about a made-up share or account. */
export type ComposeSample = (template: MailTemplateName, texts: MailTexts) => MailPreview;

/** @throws AppError `config_invalid` when a text could not be stored */
export type PreviewMail = (template: MailTemplateName, texts: MailTexts) => MailPreview;

export function createMailPreview({ composeSample }: { composeSample: ComposeSample }): PreviewMail {
  return (template, texts) => {
    refuse([
      ...findIssues(`email.${template}Subject`, texts.subject),
      ...findIssues(`email.${template}Message`, texts.message),
    ]);
    return composeSample(template, texts);
  };
}

type TextKey = `email.${MailTemplateName}${'Subject' | 'Message'}`;

function findIssues(field: TextKey, text: string): FieldIssue[] {
  const problem = findConfigProblem(field, text, localeCodes);
  return problem ? [{ field, ...problem }] : [];
}
