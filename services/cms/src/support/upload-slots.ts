import { fail } from '@platform/runtime';

/** Slots for uploads of users that are under way. */
export interface UploadSlots {
  /**
   * Runs an upload in a slot of its user.
   * @throws AppError `rate_limited` at once when the user has three uploads under way
   */
  run<T>(userId: string, upload: () => Promise<T>): Promise<T>;
}

/** Uploads of one user that are received, or whose images wait or are re-encoded. */
const maxOfUser = 3;
const retryAfterSeconds = 10;

/** Makes the slots of a process. */
export function createUploadSlots(): UploadSlots {
  const uploadCounts = new Map<string, number>();
  return {
    async run(userId, upload) {
      const count = uploadCounts.get(userId) ?? 0;
      if (count >= maxOfUser)
        fail('rate_limited', {
          message: `${maxOfUser} files of this user are being received: wait until one has arrived.`,
          retryAfterSeconds,
        });
      uploadCounts.set(userId, count + 1);
      try {
        return await upload();
      } finally {
        const remaining = (uploadCounts.get(userId) ?? 1) - 1;
        if (remaining === 0) uploadCounts.delete(userId);
        else uploadCounts.set(userId, remaining);
      }
    },
  };
}
