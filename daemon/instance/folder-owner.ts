import { stat } from 'node:fs/promises';

/**
 * Becomes the owner of the data folder when root runs a command: the server could not open files that root creates
 * there. Returns a function that becomes root again.
 */
export async function becomeOwner(dataDir: string): Promise<() => void> {
  const { geteuid, seteuid, getegid, setegid, getgroups, setgroups } = process;
  const owner = await stat(dataDir).catch(() => null);
  if (!geteuid || !seteuid || !getegid || !setegid || !getgroups || !setgroups) return () => undefined;
  if (geteuid() !== 0 || !owner || owner.uid === 0) return () => undefined;
  const group = getegid();
  const groups = getgroups();
  // Groups first: they cannot be changed afterwards.
  setgroups([owner.gid]);
  setegid(owner.gid);
  seteuid(owner.uid);
  return () => {
    seteuid(0);
    setegid(group);
    setgroups(groups);
  };
}
