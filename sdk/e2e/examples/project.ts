import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeTempFolder } from '../../testing/temp-folder.ts';
import { writeTree } from '../workspace.ts';
import type { Example } from './find-examples.ts';

/** The project of somebody who has installed the package. */
export interface Project {
  folder: string;
  /** Writes examples as modules, with the address of a server. Returns their files. */
  writeExamples(examples: readonly Example[], url: string): Promise<string[]>;
  remove(): Promise<void>;
}

export async function createProject(): Promise<Project> {
  const { path: folder } = await makeTempFolder();
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  await symlink(resolve('.'), join(modules, 'fileshare'));
  for (const name of ['@types', '@uppy']) await symlink(resolve('node_modules', name), join(modules, name));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  return {
    folder,
    async writeExamples(examples, url) {
      const { hostname, port } = new URL(url);
      const modules = examples.map(({ name, text }) => {
        const file = join(`${hostname}-${port}`, `${name.replaceAll(/[/:]/g, '-')}.js`);
        return [file, text.replaceAll(/https?:\/\/(localhost:3000|files\.example\.org)/g, url)] as const;
      });
      await writeTree(folder, Object.fromEntries(modules));
      return modules.map(([file]) => join(folder, file));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
