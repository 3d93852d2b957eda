import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { ExternalLink as externalLinkIcon } from 'lucide';
import { NotFoundPage } from '../../app/layout/NotFoundPage.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { type LegalSubject, useLegalContent } from '../../lib/legal.ts';
import { Markdown } from '../../preview/text/Markdown.tsx';
import { StatusPage } from '../../ui/feedback/StatusPage.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';

export function ImprintPage() {
  return <LegalPage subject="imprint" />;
}

export function PrivacyPage() {
  return <LegalPage subject="privacy" />;
}

const titles = { imprint: 'web.legal.imprint', privacy: 'web.legal.privacy' } as const;

/** A text of the instance, or a link to where the text is. */
export function LegalPage({ subject }: { subject: LegalSubject }) {
  const { t } = useTranslator();
  const content = useLegalContent()(subject);
  const title = t(titles[subject]);
  if (!content) return <NotFoundPage />;
  return content.kind === 'text' ? (
    <LegalText title={title} text={content.text} />
  ) : (
    <LegalElsewhere title={title} url={content.url} />
  );
}

function LegalText({ title, text }: { title: string; text: string }) {
  useDocumentTitle(title);
  return (
    <Box component="article" sx={{ width: '100%', maxWidth: 760, mx: 'auto' }}>
      {!hasTitle(text) && (
        <Typography variant="h1" sx={{ mb: 3 }}>
          {title}
        </Typography>
      )}
      <Box sx={{ '& > div': { maxWidth: 'none', p: 0 } }}>
        <Markdown source={text} />
      </Box>
    </Box>
  );
}

/** Many texts begin with their own title. */
function hasTitle(text: string): boolean {
  return /^\s*# /.test(text);
}

/** Visitors are not redirected immediately, because the address may be this very page. */
function LegalElsewhere({ title, url }: { title: string; url: string }) {
  const { t } = useTranslator();
  return (
    <StatusPage
      icon={externalLinkIcon}
      title={title}
      actions={
        <Button href={url} variant="contained" color="primary">
          {t('web.legal.open')}
        </Button>
      }
    >
      <p>{t('web.legal.elsewhere', { url })}</p>
    </StatusPage>
  );
}
