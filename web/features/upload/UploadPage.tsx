import { useSearchParams } from 'react-router';
import { useUpload } from '../../uploading/use-upload.ts';
import { ContinuedUpload } from './ContinuedUpload.tsx';
import { currentUpload } from './current-upload.ts';
import { NewUpload } from './NewUpload.tsx';

export function UploadPage() {
  const [params] = useSearchParams();
  const draftId = params.get('continue');
  // What is on its way in this tab comes first; it may be this very draft.
  const isFree = useUpload(currentUpload).stage.kind === 'choosing';
  return draftId !== null && isFree ? <ContinuedUpload key={draftId} id={draftId} /> : <NewUpload />;
}
