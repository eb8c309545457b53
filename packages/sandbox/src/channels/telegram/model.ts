import type { TextEntity } from '../message-markup.ts';
import type { PostStats } from '../stats.ts';

/** A bot of the emulator. The token opens it. */
export interface TelegramBot {
  token: string;
  id: number;
  username: string;
}

/** A chat that bots post to. */
export interface TelegramChat {
  id: number;
  type: 'channel' | 'supergroup' | 'group' | 'private';
  title: string;
  username?: string;
  /** The discussion group of a channel. */
  linked_chat_id?: number;
  /** Messages may not be forwarded. */
  has_protected_content?: boolean;
  member_count?: number;
  /** Rights of bots by their id; a bot that is not named is no member. */
  bots: Record<string, 'administrator' | 'member' | 'administrator_without_posting'>;
  /** The group became this supergroup. */
  migrated_to?: number;
}

/** A message as it is stored. */
export interface TelegramMessage {
  chat_id: number;
  message_id: number;
  bot_id: number;
  /** Unix seconds. */
  date: number;
  edit_date?: number;
  text?: string;
  entities?: TextEntity[];
  caption?: string;
  caption_entities?: TextEntity[];
  photo?: { file_id: string; width: number; height: number; bytes: number };
  /** The address of a photo that was sent by URL. */
  photo_url?: string;
  link_preview_options?: Record<string, unknown>;
  reply_markup?: { inline_keyboard: { text: string; url?: string; callback_data?: string }[][] };
  forward_origin?: { chat_id: number; message_id: number; date: number };
  is_automatic_forward?: boolean;
  /** A person wrote it. */
  from_person?: TelegramPerson;
  /** The message that it answers. */
  reply_to?: number;
  message_thread_id?: number;
}

/** A person that writes to a group or to a bot. */
export interface TelegramPerson {
  id: number;
  first_name: string;
  username?: string;
  is_bot?: boolean;
}

export interface TelegramUpdate {
  update_id: number;
  bot_id: number;
  kind: 'message' | 'message_reaction_count';
  chat_id: number;
  message_id: number;
}

/** What the emulator stores. */
export type TelegramKinds = {
  bot: TelegramBot;
  chat: TelegramChat;
  message: TelegramMessage;
  photo: { type: string; base64: string };
  update: TelegramUpdate;
  /** By chat and message: `reactions`. */
  stats: PostStats;
  /** The webhook of a bot. */
  webhook: { bot_id: number; url: string; secret_token: string };
};

/** A refusal of the Bot API: status, description and, where it has them, parameters. */
export class TelegramError extends Error {
  readonly code: number;
  readonly parameters: { retry_after?: number; migrate_to_chat_id?: number } | undefined;
  constructor(code: number, description: string, parameters?: TelegramError['parameters']) {
    super(description);
    this.code = code;
    this.parameters = parameters;
  }
}
