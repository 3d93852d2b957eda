import { LegalPage } from './LegalPage.tsx';

export function ImprintPage() {
  return <LegalPage subject="imprint" />;
}
