import { z } from 'zod';
import type { ErrorTable } from './table.ts';

/** Errors about sites and their content. */
export const cmsErrors = {
  captcha_failed: [
    400,
    'The captcha was not solved, or its token was used or has expired.',
    'Let the visitor solve the captcha again, and send the new token at once.',
  ],
  version_not_incrementable: [
    400,
    'The version does not end with a number: the change has to name the next one.',
    'Name the next version in the request.',
  ],
  folder_too_deep: [
    400,
    'The knowledge base has five levels of folders at most, those inside a moved folder included.',
    'Choose a folder that is nearer to the root.',
  ],
  folder_cycle: [400, 'A folder cannot be moved into itself.', 'Choose a folder outside of the one that is moved.'],
  image_not_readable: [
    400,
    'The image is broken, or has more than 50 million pixels.',
    'Send a JPEG, PNG, WebP, GIF, AVIF or SVG file that opens in an image viewer, with fewer pixels.',
  ],
  origin_not_allowed: [
    403,
    'The site takes no writes from this `Origin`; `allowed_origins` of the site lists those it takes.',
    'Add the origin of the page to `allowed_origins` of the site, with its scheme and port.',
  ],
  site_not_found: [404, 'No such site.', 'Check the code or the id of the site, and that the site is active.'],
  content_not_found: [
    404,
    'No such item; readers find published items only.',
    'Check the slug or the id. A draft has to be published before readers find it.',
  ],
  moved: [
    404,
    'It has another slug now: `redirect_slug`, at `redirect_url`.',
    'Follow `redirect_url`, and answer a 301 to it on your own site.',
    z.object({
      redirect_slug: z.string().describe('The present slug'),
      redirect_url: z.string().nullable().describe('Its address; null for a site without `website_url`'),
    }),
  ],
  revision_not_found: [
    404,
    'No such revision of this item.',
    'List the revisions of the item, and use a number from there.',
  ],
  category_not_found: [
    404,
    'No such category of this site.',
    'List the categories of the site, and use an id from there.',
  ],
  author_not_found: [404, 'No such author of this site.', 'List the authors of the site, and use an id from there.'],
  folder_not_found: [404, 'No such folder of this site.', 'List the folders of the site, and use an id from there.'],
  asset_not_found: [
    404,
    'No such file of this site.',
    'List the files of the site, and use an id from there, or upload the file again.',
  ],
  redirect_not_found: [
    404,
    'No such redirect of this site; one that a renamed text left goes with the text.',
    'List the redirects of the site, and use an id from there.',
  ],
  import_not_found: [404, 'No such import of this site.', 'List the imports of the site, and use an id from there.'],
  mail_not_found: [404, 'No such mail of this site.', 'List the mails of the site, and use an id from there.'],
  lead_not_found: [404, 'No such lead of this site.', 'List the leads of the site, and use an id from there.'],
  legal_document_required: [
    409,
    'The site has to publish a document of the kind `doc_kind` first.',
    'Publish a document of the kind `doc_kind` for the site, and repeat the call.',
    z.object({ doc_kind: z.string().describe('The kind that is missing') }),
  ],
  ticket_not_found: [404, 'No such ticket.', 'List the tickets of the caller, and use an id from there.'],
  attachment_not_found: [
    404,
    'No such file; an address of one is valid for ten minutes, and a file waits 24 hours for its message.',
    'Read the ticket again for a fresh address of the file, or upload the file again.',
  ],
  slug_taken: [
    409,
    'Another item of this kind and language has the slug.',
    'Choose another slug, or rename the item that has it.',
  ],
  invalid_transition: [
    409,
    'The item is in another state than this needs: `status`; `allowed` lists what it can do.',
    'Read the item, and do one of the actions in `allowed`.',
    z.object({
      status: z.string().describe('The present state'),
      allowed: z.array(z.string()).describe('Actions that it allows'),
    }),
  ],
  in_use: [
    409,
    'Something uses it: `usages` lists up to twenty places.',
    'Change the places in `usages` first, then repeat the call.',
    z.object({
      usages: z
        .array(
          z
            .object({
              kind: z.string().describe('Kind of the place'),
              id: z.string().describe('Its id'),
              title: z.string().describe('Its title'),
              field: z.string().describe('The field that names it'),
            })
            .meta({ id: 'PlaceOfUse', description: 'Something that uses what was to go' }),
        )
        .describe('Places that use it, 20 at most'),
    }),
  ],
  folder_not_empty: [
    409,
    'The folder has content: `move_to` says where it goes.',
    'Name the folder that takes the content in `move_to`, or empty the folder first.',
  ],
  mail_not_configured: [
    409,
    'The platform has no mail server: `MAIL_URL` is not set.',
    'Set `MAIL_URL` and `MAIL_FROM` of the platform, as its operator.',
  ],
  ticket_closed: [
    409,
    'The ticket was closed more than 14 days ago, or its user was erased: a new one goes on.',
    'Open a new ticket.',
  ],
  version_exists: [
    409,
    'This platform, processor and channel has a build of this version.',
    'Choose the next version, or edit the build that is there.',
  ],
  website_url_missing: [
    409,
    'The site has no `website_url`, so its texts have no addresses.',
    'Set `website_url` of the site.',
  ],
  ad_marking_required: [
    409,
    'Advertising is published with its mark only: `missing` lists what is not there.',
    'Fill in the fields in `missing`, and publish again.',
    z.object({ missing: z.array(z.string()).describe('Fields of the mark that are missing') }),
  ],
} as const satisfies ErrorTable;
