import type { SearchConsole, SearchProvider } from '@platform/contracts';
import type { z } from 'zod';
import type { SearchProviderClient } from './search-provider.ts';

/** One search console as the operator set it up. */
export interface ProviderSetup {
  /** Null without client id and secret. */
  client: SearchProviderClient | null;
  mode: z.output<typeof SearchConsole>['mode'];
  redirect_uri: string;
}

export type SearchProviders = Record<SearchProvider, ProviderSetup>;
