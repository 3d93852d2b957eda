import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { takeSharedFiles } from '../../lib/service-worker.ts';
import { currentUpload } from './current-upload.ts';

/** Adds the files with which another app has opened the page. They are sent when the visitor says so. */
export function useSharedFiles(): void {
  const [params, setParams] = useSearchParams();
  const isShared = params.has('shared');
  useEffect(() => {
    if (!isShared) return;
    void takeSharedFiles().then((files) => {
      const { session } = currentUpload;
      if (session.getSnapshot().stage.kind === 'done') session.reset();
      if (files.length > 0) session.add(files.map((file) => ({ path: file.name, file })));
      setParams(new URLSearchParams(), { replace: true });
    });
  }, [isShared, setParams]);
}
