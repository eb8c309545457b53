import type { analytics } from '@platform/contracts';
import type { QueryHandlers } from '@platform/contracts/kit';

export type AskedCampaign = Parameters<QueryHandlers<typeof analytics>['getCampaignTotals']>[0];

export type CampaignGroup = AskedCampaign['group_by'];
