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
    'The version does not end with a number, so the change must contain the next version.',
    'Send the next version in the request.',
  ],
  folder_too_deep: [
    400,
    'The knowledge base has five levels of folders at most, those inside a moved folder included.',
    'Choose a folder that is nearer to the root.',
  ],
  folder_cycle: [400, 'A folder cannot be moved into itself.', 'Choose a folder outside of the moved folder.'],
  image_not_readable: [
    400,
    'The image is broken, or has more than 50 million pixels.',
    'Send a JPEG, PNG, WebP, GIF, AVIF or SVG file that opens in an image viewer, with fewer pixels.',
  ],
  origin_not_allowed: [
    403,
    'The site accepts no writes from this `Origin`; `allowed_origins` of the site lists the accepted origins.',
    'Add the origin of the page to `allowed_origins` of the site, with its scheme and port.',
  ],
  site_not_found: [404, 'No such site.', 'Check the code or the id of the site, and that the site is active.'],
  content_not_found: [
    404,
    'No such item; readers find only published items.',
    'Check the slug or the id. A draft has to be published before readers find it.',
  ],
  moved: [
    404,
    'The slug has changed to `redirect_slug`; the address is now `redirect_url`.',
    'Follow `redirect_url`, and answer a 301 to it on your own site.',
    z.object({
      redirect_slug: z.string().describe('Current slug'),
      redirect_url: z.string().nullable().describe('Current address; null for a site without `website_url`'),
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
    'No such redirect of this site. The redirect of a renamed text is removed with the text.',
    'List the redirects of the site, and use an id from there.',
  ],
  import_not_found: [404, 'No such import of this site.', 'List the imports of the site, and use an id from there.'],
  mail_not_found: [404, 'No such mail of this site.', 'List the mails of the site, and use an id from there.'],
  lead_not_found: [404, 'No such lead of this site.', 'List the leads of the site, and use an id from there.'],
  legal_document_required: [
    409,
    'The site must first publish a document of the kind `doc_kind`.',
    'Publish a document of the kind `doc_kind` for the site, and repeat the call.',
    z.object({ doc_kind: z.string().describe('The kind that is missing') }),
  ],
  ticket_not_found: [404, 'No such ticket.', 'List the tickets of the caller, and use an id from there.'],
  attachment_not_found: [
    404,
    'No such file. The address of a file is valid for ten minutes. A file without a message is deleted after 24 hours.',
    'Read the ticket again to get a new address of the file, or upload the file again.',
  ],
  slug_taken: [
    409,
    'Another item of this kind and language already has this slug.',
    'Choose another slug, or rename the item that has it.',
  ],
  invalid_transition: [
    409,
    'The current state of the item, `status`, does not allow this action; `allowed` lists the possible actions.',
    'Read the item, and use one of the actions in `allowed`.',
    z.object({
      status: z.string().describe('Current state'),
      allowed: z.array(z.string()).describe('Actions that this state allows'),
    }),
  ],
  in_use: [
    409,
    'The object is in use; `usages` lists up to twenty places that use it.',
    'Change the places in `usages` first, then repeat the call.',
    z.object({
      usages: z
        .array(
          z
            .object({
              kind: z.string().describe('Kind of the place'),
              id: z.string().describe('Its id'),
              title: z.string().describe('Its title'),
              field: z.string().describe('Field that refers to the object'),
            })
            .meta({ id: 'PlaceOfUse', description: 'A place that uses the object to delete' }),
        )
        .describe('Places that use it, 20 at most'),
    }),
  ],
  folder_not_empty: [
    409,
    'The folder has content; `move_to` must contain the target folder.',
    'Send the target folder for the content in `move_to`, or empty the folder first.',
  ],
  mail_not_configured: [
    409,
    'The platform has no mail server: `MAIL_URL` is not set.',
    'Set `MAIL_URL` and `MAIL_FROM` of the platform, as its operator.',
  ],
  ticket_closed: [
    409,
    'The ticket was closed more than 14 days ago, or its user was erased. It cannot be opened again.',
    'Open a new ticket.',
  ],
  version_exists: [
    409,
    'A build of this version already exists for this platform, processor and channel.',
    'Choose the next version, or edit the existing build.',
  ],
  website_url_missing: [
    409,
    'The site has no `website_url`, so its texts have no addresses.',
    'Set `website_url` of the site.',
  ],
  ad_marking_required: [
    409,
    'An advertisement requires its mark before the publication; `missing` lists the missing fields.',
    'Fill in the fields in `missing`, and publish again.',
    z.object({ missing: z.array(z.string()).describe('Fields of the mark that are missing') }),
  ],
} as const satisfies ErrorTable;
