import type { OpenApiDocument } from '#sdk/contract/openapi/document.js';
import { escapeHtml } from '#sdk/i18n/escape-html.js';
import { code, inline, table } from './html.ts';
import { describeOperation, errorsIn, groupsOf } from './operation.ts';
import { describeFields, describeType } from './schema.ts';

/** Renders the OpenAPI document as one page without scripts, and without requests to anywhere. */
export function renderReference(document: OpenApiDocument): string {
  const { info, components } = document;
  const common = new Set(errorsIn(commonErrorsOf(document)).map(({ name }) => name));
  const groups = groupsOf(document).filter(({ operations }) => operations.length > 0);
  const navigation = groups.map(({ name, operations }) => {
    const links = operations.map(
      ({ method, path, definition }) =>
        `<li><a href="#${definition.operationId}"><b>${method}</b> ${escapeHtml(path)}</a></li>`,
    );
    return `<li><details><summary>${escapeHtml(titleOf(name))}</summary><ul>${links.join('')}</ul></details></li>`;
  });
  const sections = groups.map(
    ({ name, operations }) =>
      `<section aria-labelledby="group-${name}"><h2 id="group-${name}">${escapeHtml(titleOf(name))}</h2>
${operations.map((operation) => describeOperation(operation, { schemas: components.schemas, common })).join('\n')}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference, ${escapeHtml(info.title)} ${escapeHtml(info.version)}</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<nav aria-label="Contents">
<ul><li><a href="#content">Introduction</a></li>${navigation.join('')}
<li><a href="#common-errors">Errors of every operation</a></li><li><a href="#schemas">Schemas</a></li></ul>
</nav>
<main id="content" tabindex="-1">
<h1>API reference</h1>
${introduce(document)}
${sections.join('\n')}
${describeCommonErrors(document)}
${describeSchemas(document)}
</main>
</body>
</html>
`;
}

const titles: Readonly<Record<string, string>> = {
  apiKeys: 'API keys',
  audit: 'Audit log',
  auth: 'Accounts and sign-in',
  configs: 'Configuration',
  direct: 'Direct links',
  oauth: 'Sign-in providers',
  ownerMails: 'Emails to owners',
  totp: 'Two-factor authentication',
};

/** `reverseShares` is named "Reverse shares". */
function titleOf(tag: string): string {
  const words = tag.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return titles[tag] ?? words.slice(0, 1).toUpperCase() + words.slice(1);
}

function introduce({ info, components }: OpenApiDocument): string {
  const rows = Object.entries(components.securitySchemes).map(
    ([name, { type, scheme, name: field, description }]) => [
      code(name),
      type === 'apiKey'
        ? code(field ?? '')
        : code(`Authorization: ${scheme === 'basic' ? 'Basic' : 'Bearer'} …`),
      inline(description ?? ''),
    ],
  );
  const shell =
    'SERVER=https://files.example.org   # the address of this server\nTOKEN=fsk_…                       # an API key, from the page of your account';
  return `<p>Version ${escapeHtml(info.version)}. ${inline(info.description)} The same for programs:
<a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<p>The examples are for a shell in which these are set:</p>
<pre tabindex="0"><code>${escapeHtml(shell)}</code></pre>
${table({ caption: 'Ways to authenticate', heads: ['Name', 'Sent as', 'What it is'], rows })}
<p>Where a download is described for <b>GET</b>, <b>HEAD</b> answers its headers only.</p>
<p>The page of this server contains open source software: <a href="/licenses.txt">licenses</a>.</p>`;
}

const commonErrorsOf = ({ components }: OpenApiDocument) =>
  components.responses['CommonError']?.description ?? '';

function describeCommonErrors(document: OpenApiDocument): string {
  const rows = errorsIn(commonErrorsOf(document)).map(({ name, text }) => [code(name), inline(text)]);
  return `<section aria-labelledby="common-errors"><h2 id="common-errors">Errors of every operation</h2>
<p>The body of every error is <a href="#schema-Error">Error</a>.</p>
${table({ caption: 'Errors of every operation', heads: ['Error', 'Text'], rows })}</section>`;
}

function describeSchemas({ components }: OpenApiDocument): string {
  const parts = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<section aria-labelledby="schema-${name}"><h3 id="schema-${name}">${name}</h3><p>${describeType(schema)}</p>${describeFields(schema)}</section>`,
  );
  return `<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>${parts.join('\n')}</section>`;
}

/** The policy of the page allows style sheets in the document, and nothing from elsewhere. */
const style = `
:root { color-scheme: light dark; --text: #1c1b1f; --quiet: #55535c; --line: #d8d5de; --back: #fff; --code: #f3f1f6; --link: #5b3bb5; }
@media (prefers-color-scheme: dark) { :root { --text: #e8e6ec; --quiet: #b3b0bb; --line: #45424d; --back: #17161a; --code: #24222a; --link: #c3b1ff; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; color: var(--text); background: var(--back); font: 1rem/1.55 system-ui, sans-serif; display: grid; grid-template-columns: 19rem minmax(0, 1fr); }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--back); padding: .5rem 1rem; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem 1rem; border-inline-end: 1px solid var(--line); font-size: .875rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav ul ul { padding-inline-start: 1rem; }
nav a, nav summary { display: block; padding: .3rem 0; overflow-wrap: anywhere; }
nav summary { cursor: pointer; }
main { padding: 1.5rem 2rem 6rem; max-width: 62rem; }
h2 { margin-top: 3.5rem; border-bottom: 1px solid var(--line); }
h3 { margin-top: 2.5rem; overflow-wrap: anywhere; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
h4 { margin: 1.25rem 0 .25rem; }
p { margin: .4rem 0; }
.summary { font-size: 1.1rem; }
code { background: var(--code); padding: .05em .3em; border-radius: .25em; font-size: .9em; overflow-wrap: anywhere; }
pre { background: var(--code); padding: .8rem 1rem; border-radius: .5rem; overflow: auto; }
pre code { padding: 0; overflow-wrap: normal; }
table { width: 100%; border-collapse: collapse; margin: .75rem 0; }
caption { text-align: start; color: var(--quiet); font-size: .875rem; padding-bottom: .25rem; }
th, td { text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); padding: .35rem .75rem .35rem 0; font-weight: normal; }
th code, td code { overflow-wrap: break-word; }
thead th { color: var(--quiet); font-size: .875rem; }
.fields { padding-inline-start: 1.25rem; margin: .25rem 0; }
.fields span, em { color: var(--quiet); }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; border: 0; } main { padding: 1rem; } main * { overflow-wrap: anywhere; } }
`;
