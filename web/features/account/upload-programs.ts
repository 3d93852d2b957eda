import { putPath } from '#sdk/contract/uploads.js';

interface Upload {
  /** The public address of the instance. */
  appUrl: string;
  secret: string;
}

const addressOf = (appUrl: string) => `${appUrl.replace(/\/$/, '')}${putPath}/`;

/** Uploads `FILE`; curl adds its name to the address. */
export function curlCommand({ appUrl, secret }: Upload): string {
  return `curl -T FILE -H 'Authorization: Bearer ${secret}' ${addressOf(appUrl)}`;
}

/** A custom uploader of ShareX (https://getsharex.com/docs/custom-uploader). */
export function shareXConfig({ appUrl, secret, name }: Upload & { name: string }): string {
  const uploader = {
    // The oldest version that has this syntax.
    Version: '14.0.0',
    Name: name,
    DestinationType: 'ImageUploader, TextUploader, FileUploader',
    RequestMethod: 'PUT',
    RequestURL: `${addressOf(appUrl)}{filename}`,
    Headers: { Authorization: `Bearer ${secret}` },
    Body: 'Binary',
    // `{response}` would copy the line break after the link, too.
    URL: '{header:Location}',
    ErrorMessage: '{response}',
  };
  return `${JSON.stringify(uploader, null, 2)}\n`;
}
