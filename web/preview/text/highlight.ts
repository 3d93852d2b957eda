import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scss from 'highlight.js/lib/languages/scss';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const grammars = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  lua,
  makefile,
  php,
  powershell,
  python,
  ruby,
  rust,
  scss,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};
for (const [name, grammar] of Object.entries(grammars)) hljs.registerLanguage(name, grammar);

/** More extensions and names, which the grammars do not recognize. */
const further: Readonly<Record<string, keyof typeof grammars>> = {
  cjs: 'javascript',
  cts: 'typescript',
  mts: 'typescript',
  vue: 'xml',
  svelte: 'xml',
  htm: 'xml',
  xsl: 'xml',
  jsonl: 'json',
  geojson: 'json',
  ipynb: 'json',
  conf: 'ini',
  cfg: 'ini',
  env: 'ini',
  editorconfig: 'ini',
  ps1: 'powershell',
  psm1: 'powershell',
  patch: 'diff',
  mk: 'makefile',
};

/** Colouring blocks the page while it runs, so longer texts stay plain. */
const colouredCharacters = 200_000;

/** Source code as elements, coloured when its language is known. */
export function highlight(source: string, name: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const language = languageOf(name);
  if (language === undefined || source.length > colouredCharacters) {
    fragment.append(source);
    return fragment;
  }
  const { value } = hljs.highlight(source, { language, ignoreIllegals: true });
  // A parsed document runs no script and loads nothing; the colouring writes nothing but <span class>.
  const { body } = new DOMParser().parseFromString(`<div>${value}</div>`, 'text/html');
  fragment.append(...(body.firstElementChild?.childNodes ?? []));
  return fragment;
}

function languageOf(name: string): string | undefined {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const language = Object.hasOwn(further, ending) ? further[ending] : ending;
  return language !== undefined && hljs.getLanguage(language) ? language : undefined;
}
