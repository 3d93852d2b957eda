import { join } from 'node:path';
import ts from 'typescript';

/** Compiles examples as a project that has installed the package, and returns what the compiler finds. */
export function checkTypes(
  folder: string,
  files: readonly string[],
  conditions: readonly string[],
): string[] {
  const options: ts.CompilerOptions = {
    allowJs: true,
    checkJs: true,
    noEmit: true,
    strict: true,
    // Examples are JavaScript: nothing in them says the types of parameters.
    noImplicitAny: false,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleDetection: ts.ModuleDetectionKind.Force,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    customConditions: [...conditions],
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    typeRoots: [join(folder, 'node_modules/@types')],
    types: ['node'],
  };
  const program = ts.createProgram([...files], options);
  const found = ts.getPreEmitDiagnostics(program);
  return found.map(
    ({ file, messageText }) =>
      `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
  );
}
