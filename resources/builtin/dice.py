# SPDX-License-Identifier: GPL-3.0-or-later
import matplotlib.pyplot as plt
import numpy as np

rolls, dice, sides = "{{rolls}}", "{{dice}}", "{{sides}}"

rng = np.random.default_rng()
sums = np.zeros(rolls, dtype=int)
for _ in range(dice):
    sums += rng.integers(1, sides + 1, size=rolls)

values, counts = np.unique(sums, return_counts=True)
for value, count in list(zip(values, counts))[:40]:
    print(f"{value:5d}: {count:9,d}  {count / rolls:7.2%}")

best = counts.argmax()
print()
print(f"Rolls: {rolls:,} of {dice} dice with {sides} sides")
print(f"Mean of the sums: {sums.mean():.3f} (expected {dice * (sides + 1) / 2:.1f})")
print(f"Standard deviation: {sums.std():.3f}")
print(f"Most frequent sum: {values[best]} ({counts[best] / rolls:.1%} of the rolls)")

plt.bar(values, counts)
plt.title(f"{rolls:,} rolls of {dice} dice")
plt.xlabel("Sum")
plt.ylabel("Rolls")
plt.show()
