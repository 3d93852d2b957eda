import { stat } from 'node:fs/promises';

/**
 * Works as the owner of the data folder where root runs a command: the server could not open what root leaves there.
 * Answers how to be root again.
 */
export async function becomeOwner(dataDir: string): Promise<() => void> {
  const { geteuid, seteuid, getegid, setegid, getgroups, setgroups } = process;
  const owner = await stat(dataDir).catch(() => null);
  if (!geteuid || !seteuid || !getegid || !setegid || !getgroups || !setgroups) return () => undefined;
  if (geteuid() !== 0 || !owner || owner.uid === 0) return () => undefined;
  const group = getegid();
  const groups = getgroups();
  // The groups first: afterwards they may not be changed any more.
  setgroups([owner.gid]);
  setegid(owner.gid);
  seteuid(owner.uid);
  return () => {
    seteuid(0);
    setegid(group);
    setgroups(groups);
  };
}
