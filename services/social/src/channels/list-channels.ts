import { type ChannelFacts, OauthChannel, SocialChannel } from '@platform/contracts';
import type { App } from '../app.ts';
import { oauthSetup } from '../oauth/oauth-setup.ts';

/** Whether the operator lets posts go to a channel. */
export const isEnabled = ({ settings }: Pick<App, 'settings'>, channel: SocialChannel): boolean =>
  channel !== 'max' || settings.SOCIAL_MAX === 'on';

/** What each channel takes, and whether this platform can use it. */
export function listChannels(app: Pick<App, 'settings' | 'config' | 'channels'>): { channels: ChannelFacts[] } {
  const oauthOf = (channel: SocialChannel): ChannelFacts['oauth'] => {
    const network = OauthChannel.safeParse(channel).data;
    if (network === undefined) return 'none';
    return oauthSetup(app, network).client === null ? 'missing' : 'ready';
  };
  return {
    channels: SocialChannel.options.map((channel) => ({
      ...app.channels[channel].facts,
      is_enabled: isEnabled(app, channel),
      oauth: oauthOf(channel),
    })),
  };
}
