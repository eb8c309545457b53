import type { Caller } from './caller.ts';
import { type ConsentForm, consentForm, type FormPurpose, formOf, type Ticked } from './consent-form.ts';
import type { Entitlements } from './entitlements.ts';
import {
  acceptConsents,
  activateLicenseKey,
  addTicketMessage,
  closeMyTicket,
  createTicket,
  eraseMe,
  getMyConsents,
  getMyTicket,
  listLegalDocuments,
  listMyDevices,
  listMyTickets,
  registerDevice,
  registerUser,
  revokeMyDevice,
  uploadAttachment,
} from './generated/operations.ts';
import type {
  Device,
  PendingReconsent,
  ReconsentState,
  RegisterBody,
  Registration,
  SupportAttachment,
  Ticket,
  TicketCreate,
  TicketMessage,
  TicketMessageCreate,
  TicketWithMessages,
} from './generated/schemas.ts';
import type { Page } from './operation.ts';
import { isPlatformError } from './platform-error.ts';
import type { Session } from './session.ts';
import { type ClientStorage, installationId } from './storage.ts';
import { uuid } from './uuid.ts';

type Registering = Omit<RegisterBody, 'explicit_consent' | 'platform'> & { platform?: string };
type LicenseActivation = Awaited<ReturnType<typeof activate>>;
const activate = (caller: Caller, key: string, installation_id: string) =>
  caller.call(activateLicenseKey, { body: { key, installation_id } });

/** Calls of a user about the own account: registration, consents, devices, licenses, support and erasure. */
export function createAccount(about: {
  caller: Caller;
  session: Session;
  entitlements: Entitlements;
  /**
   * Reads entitlements, flags and parameters again.
   * @throws PlatformError
   */
  refresh(): Promise<void>;
  storage: ClientStorage;
  applicationCode: string;
  platform?: string;
  appVersion?: string;
}) {
  const { caller, session, entitlements } = about;
  let pending: PendingReconsent[] = [];
  const remember = <S extends ReconsentState>(state: S): S => {
    pending = state.needs_reconsent ? state.pending_reconsent : [];
    return state;
  };
  const installation = () => installationId(about.storage, about.applicationCode, uuid);

  return {
    legal: {
      /** The documents that a form has to show, as they are published now. */
      async form(purpose: Extract<FormPurpose, 'registration' | 'checkout'>): Promise<ConsentForm> {
        return consentForm(await caller.call(listLegalDocuments), purpose);
      },
    },

    /**
     * Registers the user, or refreshes the profile: call it after every sign-in. `consents` come from a form
     * whose boxes the user ticked; without them nothing is accepted.
     * @throws PlatformError, `consents_required` with `missing` for a first registration without them
     */
    async register(registering: Registering = {}): Promise<Registration> {
      const { consents } = registering;
      const body = {
        platform: about.platform,
        ...registering,
        ...(consents && consents.length > 0 ? { explicit_consent: true } : {}),
      };
      const registration = remember(await caller.call(registerUser, { body }));
      // What waits for a sign-in is read now, flags included. A failure leaves it to the next read.
      await about.refresh().catch(() => {});
      return registration;
    },

    reconsent: {
      /** The form for versions that were published since; its documents are empty when there is none. */
      get form(): ConsentForm {
        return formOf(
          pending.map(({ published_version, ...document }) => ({
            ...document,
            version: published_version,
            is_required: true,
          })),
        );
      },
      /** Asks whether there are such versions. */
      check: async (): Promise<ReconsentState> => remember(await caller.call(getMyConsents)),
      /**
       * Accepts all of them after the dialog. `ticked` are the boxes that were ticked, as of `form.accept`.
       * @throws TypeError when a document has no label; PlatformError
       */
      async accept(ticked: Ticked): Promise<ReconsentState> {
        if (pending.length === 0) remember(await caller.call(getMyConsents));
        const consents = this.form.accept(ticked);
        if (consents.length === 0) return { needs_reconsent: false, pending_reconsent: [] };
        return remember(await caller.call(acceptConsents, { body: { consents, source_screen: 'reconsent_modal' } }));
      },
    },

    licenses: {
      /**
       * Activates a license key; what it grants may be used at once.
       * @throws PlatformError
       */
      async activate(key: string): Promise<LicenseActivation> {
        await session.identify();
        const { person } = session;
        const activation = await activate(caller, key, await installation());
        if (session.person === person) await entitlements.accept(activation);
        return activation;
      },
    },

    devices: {
      /** Registers this installation: to be called at every start of a signed-in person. */
      async register(options: { timezone?: string } = {}): Promise<Device> {
        const installation_id = await installation();
        const { platform = 'web', appVersion: app_version = '0' } = about;
        return caller.call(registerDevice, { body: { installation_id, platform, app_version, ...options } });
      },
      list: (query?: { limit?: number; cursor?: string }): Promise<Page<Device>> =>
        caller.call(listMyDevices, { query }),
      revoke: (device_id: string): Promise<void> => caller.call(revokeMyDevice, { params: { device_id } }),
    },

    support: {
      create: (ticket: TicketCreate): Promise<TicketWithMessages> =>
        caller.call(createTicket, {
          body: { platform: about.platform, app_version: about.appVersion, ...ticket },
        }),
      list: (query?: { limit?: number; cursor?: string }): Promise<Page<Ticket>> =>
        caller.call(listMyTickets, { query }),
      get: (ticket_id: string): Promise<TicketWithMessages> => caller.call(getMyTicket, { params: { ticket_id } }),
      reply: (ticket_id: string, body: TicketMessageCreate): Promise<TicketMessage> =>
        caller.call(addTicketMessage, { params: { ticket_id }, body }),
      close: (ticket_id: string): Promise<Ticket> => caller.call(closeMyTicket, { params: { ticket_id } }),
      /** Uploads a file; its id goes into `attachment_ids` of a ticket or message within a day. */
      attach: (file: Blob, file_name?: string): Promise<SupportAttachment> =>
        caller.call(uploadAttachment, { body: file, query: { file_name } }),
    },

    /**
     * Erases the person's data on the platform.
     * @throws PlatformError
     */
    async erase(): Promise<void> {
      await caller.call(eraseMe).catch((error: unknown) => {
        // The answer to an erasure that worked was lost, and the repeat finds no user.
        if (!isPlatformError(error, 'user_not_found')) throw error;
      });
    },
  };
}
