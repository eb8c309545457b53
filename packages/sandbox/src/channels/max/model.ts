import type { TextEntity } from '../message-markup.ts';
import type { PostStats } from '../stats.ts';

export interface MaxBot {
  token: string;
  user_id: number;
  name: string;
  username: string;
}

export interface MaxChat {
  chat_id: number;
  type: 'channel' | 'chat' | 'dialog';
  title: string;
  participants_count: number;
  link?: string;
  /** Permissions of bots by their id; a bot without an entry is not a member. */
  bots: Record<string, string[]>;
}

/** An attachment as it is stored: an image or a keyboard. */
export type MaxAttachment =
  | { type: 'image'; payload: { photo_id: number; token: string; url: string } }
  | {
      type: 'inline_keyboard';
      payload: { buttons: { type: string; text: string; url?: string; payload?: string }[][] };
    };

export interface MaxMessage {
  mid: string;
  seq: number;
  chat_id: number;
  bot_id: number;
  /** Milliseconds since 1970. */
  timestamp: number;
  text: string;
  markup: TextEntity[];
  attachments: MaxAttachment[];
  /** Set when a user wrote it. */
  sender?: { user_id: number; name: string };
  /** The message that it answers. */
  reply_to?: string;
}

export interface MaxImage {
  token: string;
  photo_id: number;
  type: string;
  base64: string;
}

/** What the emulator stores. */
export type MaxKinds = {
  bot: MaxBot;
  chat: MaxChat;
  message: MaxMessage;
  image: MaxImage;
  /** By message: `views`. */
  stats: PostStats;
  subscription: { bot_id: number; url: string; time: number; update_types: string[]; secret: string };
};

/** A refusal of the API. */
export class MaxError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
