import { type SealedColumns, sealedColumn } from '@platform/runtime';
import { apiKeyContext } from './ai/ai-settings.ts';
import { ai_settings, search_connections, search_states } from './schema.ts';
import { answerContext, verifierContext } from './search/start-connection.ts';
import { tokensContext } from './search/tokens.ts';

/** Columns of this schema that hold sealed values. */
export const sealed: SealedColumns = {
  byService: [
    sealedColumn(ai_settings, 'sealed_api_key', { parts: [], contextOf: () => apiKeyContext }),
    sealedColumn(search_states, 'sealed_verifier', { parts: ['site_id', 'provider'], contextOf: verifierContext }),
    sealedColumn(search_states, 'sealed_answer', { parts: ['site_id', 'provider'], contextOf: answerContext }),
    sealedColumn(search_connections, 'sealed_tokens', { parts: ['site_id', 'provider'], contextOf: tokensContext }),
  ],
};
