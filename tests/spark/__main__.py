# SPDX-License-Identifier: MIT
"""The first query of docs/export.md by Spark, which needs Java: make spark.

usage: spark FOLDER

FOLDER holds the Parquet set `set`. Spark's dialect has no read_parquet: the set
is a view of that name. Prints the answer; status 1 if there is none.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from pyspark.sql import SparkSession

PAGE = Path(__file__).resolve().parents[2] / "docs/export.md"
SOURCE = re.compile(r"read_parquet\([^)]*\)")


def main(folder: str) -> int:
    """Runs the query and prints what comes."""
    query = re.findall(r"```sql\n(.*?)```", PAGE.read_text(), re.S)[0]
    spark = SparkSession.builder.master("local[1]").appName(
        "quietcore").config("spark.ui.enabled", "false").getOrCreate()
    spark.read.parquet(f"{folder}/set/results").createOrReplaceTempView("logs")
    found = spark.sql(SOURCE.sub("logs", query).strip().rstrip(";")).collect()
    for row in found:
        print(*row, sep="\t")
    spark.stop()
    print(f"Spark: {len(found)} rows", file=sys.stderr)
    return int(not found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
