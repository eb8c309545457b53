import { fail } from '@platform/runtime';

/** Places for uploads of users that are under way. */
export interface UploadPlaces {
  /**
   * Runs an upload in a place of its user.
   * @throws AppError `rate_limited` at once when the user has three uploads under way
   */
  run<T>(userId: string, upload: () => Promise<T>): Promise<T>;
}

/** Uploads of one user that are received, or whose images wait or are re-encoded. */
const maxOfUser = 3;
const retryAfterSeconds = 10;

/** Makes the places of a process. */
export function createUploadPlaces(): UploadPlaces {
  const taken = new Map<string, number>();
  return {
    async run(userId, upload) {
      const count = taken.get(userId) ?? 0;
      if (count >= maxOfUser)
        fail('rate_limited', { message: `${maxOfUser} files of this user are being received.`, retryAfterSeconds });
      taken.set(userId, count + 1);
      try {
        return await upload();
      } finally {
        const left = (taken.get(userId) ?? 1) - 1;
        if (left === 0) taken.delete(userId);
        else taken.set(userId, left);
      }
    },
  };
}
